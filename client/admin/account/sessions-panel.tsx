import { Empty } from '#client/admin/shared/admin.styles.ts'
import { useAction } from '#client/admin/shared/use-action.ts'
import { When } from '#client/admin/shared/when.tsx'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { useSession } from '#client/admin/shell/session.tsx'
import { endOtherSessions, endSession, fetchSessions } from '#client/api/account.ts'
import { logOutEverywhere } from '#client/api/login.ts'
import { Button } from '#client/ui/base/button.tsx'
import { LabelWithHiddenContext } from '#client/ui/base/visually-hidden.tsx'
import { Chip } from '#client/ui/content/chip.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import type { Session } from '#contract/accounts.ts'
import { Actions, Facts, Row, Rows } from './account.styles.ts'
import { ListPanel, useListPanel } from './list-panel.tsx'
import { ShowMore, useShownPart } from './shown-part.tsx'

const OTHERS = 'others'

/** Where the administrator is logged in. Each other session can be ended, or all of them, which leaves for the login. */
export function SessionsPanel() {
  const panel = useListPanel('sessions', fetchSessions)
  const { act, acting, list } = panel
  const { leave } = useSession()
  const withConfirmation = useConfirmation()
  const everywhere = useAction(() => withConfirmation(logOutEverywhere).then(() => leave()))
  const sessions = list?.sessions ?? []
  /** The button disappears with its session. */
  async function end(name: string, request: () => Promise<void>, done: string) {
    await act(name, request, done)
    requestAnimationFrame(panel.focusHeading)
  }

  return (
    <ListPanel
      panel={panel}
      title="Sessions"
      below={
        <Actions>
          {sessions.some(({ current }) => !current) && (
            <Button
              variant="outline"
              small
              busy={acting === OTHERS ? 'Ending' : undefined}
              onClick={() => end(OTHERS, endOtherSessions, 'All other sessions are ended')}
            >
              End all other sessions
            </Button>
          )}
          <Button variant="outline" small busy={everywhere.busy ? 'Logging out' : undefined} onClick={everywhere.run}>
            Log out everywhere
          </Button>
          <Empty>Both, like a new password, also end the preview links that you have copied.</Empty>
          {everywhere.failure && (
            <Alert key={everywhere.failure.attempt} onDismiss={everywhere.dismiss}>
              {everywhere.failure.message}
            </Alert>
          )}
        </Actions>
      }
    >
      {sessions.length > 0 && (
        <SessionRows
          sessions={sessions}
          acting={acting}
          onEnd={({ id, browser }) => end(id, () => endSession(id), `The session of ${browser} is ended`)}
        />
      )}
    </ListPanel>
  )
}

type RowsProps = { sessions: readonly Session[]; acting: string | undefined; onEnd: (session: Session) => void }

function SessionRows({ sessions, acting, onEnd }: RowsProps) {
  const part = useShownPart(sessions)
  return (
    <>
      <Rows ref={part.list} aria-labelledby="sessions">
        {part.shown.map((session) => (
          <Row key={session.id}>
            <Facts>
              <strong>{session.browser}</strong>
              {session.current && <Chip kind="category">This session</Chip>}
              <p>{session.address}</p>
              <p>
                Started: <When at={session.started} />
              </p>
              <p>
                Last used: <When at={session.lastUsed} />
              </p>
            </Facts>
            {!session.current && (
              <Button
                variant="danger"
                small
                busy={acting === session.id ? 'Ending' : undefined}
                onClick={() => onEnd(session)}
              >
                <LabelWithHiddenContext
                  visible="End"
                  hidden={`the session of ${session.browser}, ${session.address}`}
                />
              </Button>
            )}
          </Row>
        ))}
      </Rows>
      <ShowMore part={part} what="sessions" />
    </>
  )
}
