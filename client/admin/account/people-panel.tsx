import { useRef, useState } from 'react'
import { Head, Panel } from '#client/admin/admin.styles.ts'
import { ConfirmDialog, focusIsLost, type Question } from '#client/admin/dialogs.tsx'
import { LoadFailed } from '#client/admin/errors.tsx'
import { When } from '#client/admin/leads/labels.tsx'
import { fetchAdministrators, removeAdministrator, withdrawInvitation } from '#client/api/account.ts'
import { Chip } from '#client/ui/content/chip.tsx'
import { Button } from '#client/ui/form/button.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { LabelWithHiddenContext } from '#client/ui/visually-hidden.tsx'
import type { AdministratorList } from '#contract/accounts.ts'
import { Facts, Row, Rows, Stack } from './account.styles.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { ShowMore, useShownPart } from './shown-part.tsx'
import { useLoaded } from './use-loaded.ts'
import { usePanelAction } from './use-panel-action.ts'

type Administrator = AdministratorList['administrators'][number]

/** All administrators and open invitations. Removing asks first and names the person. */
export function PeoplePanel() {
  const { state, reload } = useLoaded(fetchAdministrators)
  const { act, acting, failure, dismiss } = usePanelAction(reload)
  const [question, setQuestion] = useState<Question>()
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHeading = () => {
    if (focusIsLost()) heading.current?.focus()
  }
  const lists = state.status === 'loaded' ? state.value : undefined

  return (
    <Panel aria-labelledby="people" aria-busy={acting !== undefined}>
      <Head>
        <h2 id="people" ref={heading} tabIndex={-1}>
          People
        </h2>
      </Head>
      <Stack>
        {failure && <Alert onDismiss={dismiss}>{failure}</Alert>}
        {state.status === 'loading' && <Spinner label="Loading people..." />}
        {state.status === 'failed' && <LoadFailed message={state.message} onRetry={reload} />}
        {state.status === 'loaded' && state.failure && <LoadFailed message={state.failure} onRetry={reload} />}
        {lists && (
          <AdministratorRows
            administrators={lists.administrators}
            onRemove={(one) =>
              setQuestion(removal(one, () => act(one.id, () => removeAdministrator(one.id), `${one.name} is removed`)))
            }
          />
        )}
        {lists && lists.invitations.length > 0 && (
          <InvitationList
            invitations={lists.invitations}
            acting={acting}
            onWithdraw={async ({ id, email }) => {
              await act(id, () => withdrawInvitation(id), `The invitation of ${email} is withdrawn`)
              requestAnimationFrame(focusHeading)
            }}
          />
        )}
        {lists && <InviteForm onInvited={reload} />}
      </Stack>
      {question && (
        <ConfirmDialog
          question={question}
          onClosed={() => {
            setQuestion(undefined)
            focusHeading()
          }}
        />
      )}
    </Panel>
  )
}

const removal = ({ name, email }: Administrator, onYes: Question['onYes']): Question => ({
  title: `Remove ${name}?`,
  text: `${name} (${email}) can no longer log in, and every session of this person ends. Their posts and history stay.`,
  yes: `Remove ${name}`,
  no: 'Cancel',
  busy: 'Removing',
  onYes,
})

type RowsProps = { administrators: readonly Administrator[]; onRemove: (one: Administrator) => void }

/** The administrator of this session has no button: another one removes them. So one always remains. */
function AdministratorRows({ administrators, onRemove }: RowsProps) {
  const part = useShownPart(administrators)
  return (
    <>
      <Rows ref={part.list} aria-labelledby="people">
        {part.shown.map((one) => (
          <Row key={one.id}>
            <Facts>
              <strong>{one.name}</strong>
              {one.current && <Chip kind="category">You</Chip>}
              <p>{one.email}</p>
              <p>{`Second factor: ${one.secondFactor ? 'on' : 'off'}`}</p>
              <p>Last used: {one.lastUsed ? <When at={one.lastUsed} /> : 'no open session'}</p>
            </Facts>
            {!one.current && (
              <Button variant="danger" small onClick={() => onRemove(one)}>
                <LabelWithHiddenContext visible="Remove" hidden={one.name} />
              </Button>
            )}
          </Row>
        ))}
      </Rows>
      <ShowMore part={part} what="people" />
    </>
  )
}
