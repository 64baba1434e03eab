import { formatDateTime } from '#client/lib/dates.ts'
import { Button } from '#client/ui/base/button.tsx'
import { LabelWithHiddenContext } from '#client/ui/base/visually-hidden.tsx'
import type { AdministratorList } from '#contract/accounts.ts'
import { Facts, Row, Rows, Title } from './account.styles.ts'
import { ShowMore, useShownPart } from './shown-part.tsx'

type Invitation = AdministratorList['invitations'][number]
type Props = {
  invitations: readonly Invitation[]
  acting: string | undefined
  onWithdraw: (invitation: Invitation) => void
}

/** Invitations that are still valid. */
export function InvitationList({ invitations, acting, onWithdraw }: Props) {
  const part = useShownPart(invitations)
  return (
    <section aria-labelledby="invitations">
      <Title id="invitations">Invitations</Title>
      <Rows ref={part.list} aria-labelledby="invitations">
        {part.shown.map((one) => (
          <Row key={one.id}>
            <Facts>
              <strong>{one.email}</strong>
              <p>{`Invited by ${one.invitedBy}`}</p>
              <p>
                Valid until <time dateTime={one.until}>{formatDateTime(one.until, 'local')}</time>
              </p>
            </Facts>
            <Button
              variant="danger"
              small
              busy={acting === one.id ? 'Withdrawing' : undefined}
              onClick={() => onWithdraw(one)}
            >
              <LabelWithHiddenContext visible="Withdraw" hidden={`the invitation of ${one.email}`} />
            </Button>
          </Row>
        ))}
      </Rows>
      <ShowMore part={part} what="invitations" />
    </section>
  )
}
