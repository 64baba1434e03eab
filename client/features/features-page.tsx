import { Dashboards } from './dashboards.tsx'
import { Flow } from './flow.tsx'
import { Opening } from './hero.tsx'
import { UserManagement } from './user-management.tsx'

/** `/features` (§2, decision 3). */
export default function FeaturesScreen() {
  return (
    <>
      <Opening />
      <Flow />
      <Dashboards />
      <UserManagement />
    </>
  )
}
