import { type ComponentProps, type ReactNode, useState } from 'react'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { Above, Heading, Room } from './admin.styles.ts'
import { TopBar, useLogOutEverywhere } from './session/top-bar.tsx'

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
