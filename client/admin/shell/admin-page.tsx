import type { ReactNode } from 'react'
import { Heading, Room } from '#client/admin/shared/admin.styles.ts'
import { usePageInfo } from './page-info.ts'

type Props = {
  /** Beside the heading. */
  action?: ReactNode
  children: ReactNode
}

/** A page of the dashboard with one column. */
export const AdminPage = ({ action, children }: Props) => (
  <Room width="admin">
    <Heading>
      <h1>{usePageInfo().heading}</h1>
      {action}
    </Heading>
    {children}
  </Room>
)
