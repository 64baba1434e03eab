import { type ComponentProps, type ReactNode, useState } from 'react'
import { Above, Heading, Room } from '#client/admin/shared/admin.styles.ts'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { TopBar, useLogOutEverywhere } from './top-bar.tsx'

type Props = Pick<ComponentProps<typeof TopBar>, 'name' | 'here' | 'unread'> & {
  title: string
  /** Beside the title. */
  action?: (onFailure: (message: string) => void) => ReactNode
  onLeave: () => void
  children: ReactNode
}

/** A page of the dashboard with one column. What fails in its bar or its action is explained above the title. */
export function AdminPage({ title, action, onLeave, children, ...bar }: Props) {
  const [failure, setFailure] = useState<string>()
  const { leaving, leaveEverywhere } = useLogOutEverywhere(onLeave, setFailure)
  return (
    <>
      <TopBar {...bar} onLogOut={onLeave} onLogOutEverywhere={leaveEverywhere} leaving={leaving} />
      <Room width="admin">
        {failure && (
          <Above>
            <Alert onDismiss={() => setFailure(undefined)}>{failure}</Alert>
          </Above>
        )}
        <Heading>
          <h1>{title}</h1>
          {action?.(setFailure)}
        </Heading>
        {children}
      </Room>
    </>
  )
}
