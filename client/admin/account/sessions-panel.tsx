import { useRef } from 'react'
import { Empty, Head, Panel } from '#client/admin/admin.styles.ts'
import { focusIsLost } from '#client/admin/dialogs.tsx'
import { LoadFailed } from '#client/admin/errors.tsx'
import { When } from '#client/admin/leads/labels.tsx'
import { endOtherSessions, endSession, fetchSessions } from '#client/api/account.ts'
import { Chip } from '#client/ui/content/chip.tsx'
import { Button } from '#client/ui/form/button.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { LabelWithHiddenContext } from '#client/ui/visually-hidden.tsx'
import type { Session } from '#contract/accounts.ts'
import { Actions, Facts, Row, Rows, Stack } from './account.styles.ts'
import { ShowMore, useShownPart } from './shown-part.tsx'
import { useLoaded } from './use-loaded.ts'
import { usePanelAction } from './use-panel-action.ts'

const OTHERS = 'others'

/** Where the administrator is logged in. Each other session can be ended. */
export function SessionsPanel() {
  const { state, reload } = useLoaded(fetchSessions)
  const { act, acting, failure, dismiss } = usePanelAction(reload)
  const heading = useRef<HTMLHeadingElement>(null)
  /** The button disappears with its session. */
  async function end(name: string, request: () => Promise<void>, done: string) {
    await act(name, request, done)
    requestAnimationFrame(() => {
      if (focusIsLost()) heading.current?.focus()
    })
  }
  const sessions = state.status === 'loaded' ? state.value.sessions : []

  return (
    <Panel aria-labelledby="sessions" aria-busy={acting !== undefined}>
      <Head>
        <h2 id="sessions" ref={heading} tabIndex={-1}>
          Sessions
        </h2>
      </Head>
      <Stack>
        {failure && <Alert onDismiss={dismiss}>{failure}</Alert>}
        {state.status === 'loading' && <Spinner label="Loading sessions..." />}
        {state.status === 'failed' && <LoadFailed message={state.message} onRetry={reload} />}
        {state.status === 'loaded' && state.failure && <LoadFailed message={state.failure} onRetry={reload} />}
        {sessions.length > 0 && (
          <SessionRows
            sessions={sessions}
            acting={acting}
            onEnd={({ id, browser }) => end(id, () => endSession(id), `The session of ${browser} is ended`)}
          />
        )}
      </Stack>
      {sessions.some(({ current }) => !current) && (
        <Actions>
          <Button
            variant="outline"
            small
            busy={acting === OTHERS ? 'Ending' : undefined}
            onClick={() => end(OTHERS, endOtherSessions, 'All other sessions are ended')}
          >
            End all other sessions
          </Button>
          <Empty>This, like a new password, also makes the preview links invalid that you have copied.</Empty>
        </Actions>
      )}
    </Panel>
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
