import { randomUUID } from 'node:crypto'
import type { Invited } from '#contract/accounts.ts'
import { type ChangeEvent, changeText, invitationText } from '#server/admin/notices/notice-texts.ts'
import type { Administrator } from '#server/admin/people/admin-file.ts'
import { reasonOf } from '#server/lib/delivery.ts'
import { createMailer, isPlainAddress } from '#server/lib/mailer.ts'
import { type Context, plain } from './context.ts'

/** The changes of a login that commands make. */
export type ChangeInShell = Extract<
  ChangeEvent,
  'password.reset' | 'second-factor.on' | 'second-factor.off' | 'recovery-codes.made'
>

/**
 * Mails about what a command has stored. The command sends them itself, so it does not matter whether the site runs, and prints
 * whether the mail server accepted them. None throws: what was changed stays changed.
 */

/** To the administrator whose login was changed. */
export async function notifyOfChange(context: Context, event: ChangeInShell, { email }: Administrator): Promise<void> {
  const { now } = context
  await send(context, email, (site) => changeText(site, email, event, { time: now(), place: 'shell' }))
}

/** To the invited person, with the link where the public URL is known. */
export const sendInvitation = (context: Context, email: string, invited: Invited): Promise<void> =>
  send(context, email, (site) => invitationText(site, 'The person who runs the server', invited))

type Text = ReturnType<typeof changeText>

async function send(context: Context, to: string, textFor: (site: Parameters<typeof changeText>[0]) => Text) {
  const { config, siteName, print } = context
  const { mail, publicUrl } = config
  if (!mail) return print('\nNobody got a mail about this: SMTP_URL and MAIL_FROM are not set.')
  if (!isPlainAddress(to)) return print('\nNobody got a mail about this: the e-mail cannot be written to.')
  const name = await siteName()
  const letter = { ...textFor({ name, publicUrl }), to, id: `notice.${randomUUID()}` }
  try {
    await createMailer({ ...mail, site: () => name }).send(letter, NEVER)
    print(`\n${plain(to)} gets a mail about this.`)
  } catch (error) {
    print(`\nThe mail to ${plain(to)} could not be sent (${plain(reasonOf(error))}). Tell them yourself.`)
  }
}

/** Only the mailer's own limit ends an attempt. */
const NEVER = new AbortController().signal
