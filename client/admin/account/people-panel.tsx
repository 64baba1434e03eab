import type { Question } from '#client/admin/shared/dialogs.tsx'
import { When } from '#client/admin/shared/when.tsx'
import { fetchAdministrators, removeAdministrator, withdrawInvitation } from '#client/api/account.ts'
import { Button } from '#client/ui/base/button.tsx'
import { LabelWithHiddenContext } from '#client/ui/base/visually-hidden.tsx'
import { Chip } from '#client/ui/content/chip.tsx'
import type { AdministratorList } from '#contract/accounts.ts'
import { Facts, Row, Rows } from './account.styles.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteForm } from './invite-form.tsx'
import { ListPanel, useListPanel } from './list-panel.tsx'
import { ShowMore, useShownPart } from './shown-part.tsx'

type Administrator = AdministratorList['administrators'][number]

/** All administrators and open invitations. Removing asks first and names the person. */
export function PeoplePanel() {
  const panel = useListPanel('people', fetchAdministrators)
  const { act, list } = panel
  return (
    <ListPanel panel={panel} title="People">
      {list && (
        <>
          <AdministratorRows
            administrators={list.administrators}
            onRemove={(one) =>
              panel.ask(removal(one, () => act(one.id, () => removeAdministrator(one.id), `${one.name} is removed`)))
            }
          />
          {list.invitations.length > 0 && (
            <InvitationList
              invitations={list.invitations}
              acting={panel.acting}
              onWithdraw={async ({ id, email }) => {
                await act(id, () => withdrawInvitation(id), `The invitation of ${email} is withdrawn`)
                requestAnimationFrame(panel.focusHeading)
              }}
            />
          )}
          <InviteForm />
        </>
      )}
    </ListPanel>
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
              <p>Last used: {one.lastUsed ? <When at={one.lastUsed} /> : <span>no open session</span>}</p>
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
