import { GitPanel } from '#client/admin/settings/git-panel.tsx'
import { ProblemsPanel } from '#client/admin/settings/problems-panel.tsx'
import { TimeMachine } from '#client/admin/time-machine/time-machine.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import type { Lists } from './use-lists.ts'

const FirstSteps = lazyPart(() => import('#client/admin/help/first-steps.tsx'))
const UnsavedTexts = lazyPart(() => import('#client/admin/writing/unsaved-texts.tsx'))

/** What needs attention, above the list of posts, and a way to the past. */
export const DashboardNotices = ({ lists }: { lists: Lists }) => (
  <>
    <FirstSteps />
    <UnsavedTexts />
    <ProblemsPanel {...lists.problems} />
    <GitPanel changed={lists.surroundings} />
    <TimeMachine />
  </>
)
