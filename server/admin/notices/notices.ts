import { randomUUID } from 'node:crypto'
import type { Invited } from '#contract/accounts.ts'
import type { Administrator } from '#server/admin/people/admin-file.ts'
import type { AuditEvent, AuditFields } from '#server/http/audit-event.ts'
import { anonymizeIp } from '#server/lib/ip.ts'
import type { Log } from '#server/lib/log.ts'
import { createMailer, type MailSettings } from '#server/lib/mailer.ts'
import {
  type Circumstances,
  changeText,
  invitationAcceptedText,
  invitationMadeText,
  invitationText,
  isChange,
  limitText,
  newBrowserText,
  newEmailText,
} from './notice-texts.ts'
import { createOutbox } from './outbox.ts'

type NoticesOptions = {
  /** `undefined`: nothing is sent. */
  mail: MailSettings | undefined
  /** The product's name. */
  site(): string
  publicUrl: string | undefined
  now(): Date
  log: Log
}
type Person = Pick<Administrator, 'id' | 'email'>
type Client = { address: string; browser: string }

/** Mails to administrators about their own accounts. No function waits for a mail, and none throws. */
export function createNotices({ mail, site, publicUrl, now, log }: NoticesOptions) {
  const outbox = mail && createOutbox({ mailer: createMailer({ ...mail, site }), now, log })
  const here = () => ({ name: site(), publicUrl })
  const circumstances = ({ address, browser }: Client): Circumstances => ({
    time: now(),
    browser,
    network: anonymizeIp(address),
  })

  /** `about`: whose account it is, and who gets to know of a flood. */
  function send(about: Person, what: string, to: string, content: { subject: string; text: string }): void {
    const letterOf = (recipient: string, texts: typeof content) => ({
      ...texts,
      to: recipient,
      id: `notice.${randomUUID()}`,
    })
    outbox?.send(about.id, what, letterOf(to, content), () => letterOf(about.email, limitText(here(), about.email)))
  }

  return {
    /**
     * Notifies of an event of the audit log that changes how an administrator logs in, and of an invitation in their name; ignores all
     * others, and requests without an administrator.
     */
    ofEvent(event: AuditEvent, { actor, by, address = '', browser = '', subject = '', detail }: AuditFields): void {
      if (by === undefined) return
      const about = { id: by, email: actor }
      const client = circumstances({ address, browser })
      if (isChange(event)) send(about, event, actor, changeText(here(), actor, event, client))
      // The actor is the one with the old e-mail.
      else if (event === 'account.changed' && detail === 'email')
        send(about, 'email.changed', actor, newEmailText(here(), client))
      else if (event === 'invitation.made')
        send(about, event, actor, invitationMadeText(here(), actor, subject, client))
    },
    ofNewBrowser({ id, email }: Person, client: Client): void {
      send({ id, email }, 'new browser', email, newBrowserText(here(), email, circumstances(client)))
    },
    /** Counts for the one who invites. */
    ofInvitation(to: string, invited: Invited, inviter: Person & Pick<Administrator, 'name'>): void {
      send(inviter, 'invitation', to, invitationText(here(), inviter.name, invited))
    },
    /** `client`: of the invited person. */
    ofAcceptance({ id, email }: Person, invited: string, client: Client): void {
      const text = invitationAcceptedText(here(), invited, circumstances(client))
      send({ id, email }, 'invitation.accepted', email, text)
    },
    /** Mails that are not sent yet are lost. */
    close: () => outbox?.close(),
  }
}
export type Notices = ReturnType<typeof createNotices>
