import { pagePaths } from '#contract/paths.ts'
import type { AuditEvent } from '#server/http/audit-event.ts'
import { formatTime, toLine } from '#server/lib/mailer.ts'

/** The events that change how an administrator logs in. The table below needs a text for each of them. */
export type ChangeEvent = Extract<
  AuditEvent,
  | `password.${string}`
  | `second-factor.${string}`
  | `recovery-code${string}`
  | `passkey.${string}`
  | `login-method.${string}`
>

/** What a mail says that an event changed. */
export const changes: Record<ChangeEvent, string> = {
  'password.changed': 'Your password was changed.',
  'password.reset':
    'Your password was reset in the shell of the server. All passkeys and the codes of the authenticator app are removed: only the new password logs in.',
  'second-factor.on': 'Logging in now requires a code of an authenticator app.',
  'second-factor.off': 'Codes of the authenticator app were turned off.',
  'recovery-codes.made': 'New recovery codes were made. The old ones are invalid.',
  'recovery-code.used': 'A recovery code was used. It is not valid again.',
  'passkey.added': 'A passkey was added to your account.',
  'passkey.removed': 'A passkey was removed from your account.',
  'login-method.changed': 'The way in which you log in was changed.',
}

export const isChange = (event: string): event is ChangeEvent => Object.hasOwn(changes, event)

/** When something happened, and with which browser and from which network, or in the shell of the server. */
export type Circumstances = { time: Date } & (InBrowser | { place: 'shell' })
type InBrowser = { browser: string; network: string }

type Site = { name: string; publicUrl: string | undefined }
type Text = { subject: string; text: string }

const paragraphs = (...parts: string[]) => parts.join('\n\n')

const describe = ({ time, ...where }: Circumstances) => [`Time: ${formatTime(time)}`, ...placeOf(where)].join('\n')

const placeOf = (where: InBrowser | { place: 'shell' }) =>
  'place' in where
    ? ['Place: the shell of the server']
    : [`Browser: ${where.browser}`, `Network: ${where.network || 'unknown'}`]

const account = ({ publicUrl = '' }: Site) => `${publicUrl}${pagePaths.adminAccount}`

/** For a shell. Most addresses need no quotes. */
const argument = (email: string) => (/^[\w.@+-]+$/.test(email) ? email : 'EMAIL')

const help = (site: Site, email: string) =>
  `If this was not you: end all other sessions and change your password on ${account(site)}. If you cannot log in, ask who runs the server for: bun run admin reset ${argument(email)}`

export function newBrowserText(site: Site, email: string, circumstances: Circumstances): Text {
  return {
    subject: `${site.name}: login from a new browser`,
    text: paragraphs(
      `Someone logged in to the dashboard of ${toLine(site.name)} with your account, in a browser that has not been used for that before.`,
      describe(circumstances),
      'If this was you, there is nothing to do.',
      help(site, email),
    ),
  }
}

export function changeText(site: Site, email: string, event: ChangeEvent, circumstances: Circumstances): Text {
  return {
    subject: `${site.name}: your login was changed`,
    text: paragraphs(
      `${changes[event]} This is about your account in the dashboard of ${toLine(site.name)}.`,
      describe(circumstances),
      // The account page is no help against an attacker with the shell.
      'place' in circumstances ? 'If you do not know why, ask who runs the server.' : help(site, email),
    ),
  }
}

/** For the old address. It does not name the new one, which the reader may not be meant to know. */
export function newEmailText(site: Site, circumstances: Circumstances): Text {
  return {
    subject: `${site.name}: your e-mail was changed`,
    text: paragraphs(
      `Your account in the dashboard of ${toLine(site.name)} has another e-mail now. This address gets no more mail about it.`,
      describe(circumstances),
      `If this was not you: change it back on ${account(site)}. If you cannot log in, ask who runs the server for \`bun run admin list\`, which shows the new e-mail, and \`bun run admin reset EMAIL\` with it.`,
    ),
  }
}

/** `path`: with the token. Without a public URL the link comes from the person who invites. */
export function invitationText(site: Site, inviter: string, { path, until }: { path: string; until: string }): Text {
  return {
    subject: `${site.name}: you are invited`,
    text: paragraphs(
      `${toLine(inviter)} invites you to the dashboard of ${toLine(site.name)}, as one of its administrators.`,
      site.publicUrl ? `Choose your name and password here: ${site.publicUrl}${path}` : 'You get the link from them.',
      `The link is valid once, until ${formatTime(until)}.`,
      'If you do not know what this is about, ignore this mail: nothing happens without the link.',
    ),
  }
}

/** For the administrator in whose name a person was invited. */
export function invitationMadeText(site: Site, inviter: string, invited: string, circumstances: Circumstances): Text {
  return {
    subject: `${site.name}: an invitation in your name`,
    text: paragraphs(
      `${toLine(invited)} was invited in your name to the dashboard of ${toLine(site.name)}, as one of its administrators.`,
      describe(circumstances),
      'If this was you, there is nothing to do.',
      `If this was not you, withdraw the invitation on ${account(site)} first.`,
      help(site, inviter),
    ),
  }
}

/** For the administrator who invited. `circumstances`: of the invited person. */
export function invitationAcceptedText(site: Site, invited: string, circumstances: Circumstances): Text {
  return {
    subject: `${site.name}: your invitation was accepted`,
    text: paragraphs(
      `${toLine(invited)} accepted your invitation and is an administrator of the dashboard of ${toLine(site.name)} now.`,
      describe(circumstances),
      `If you did not invite this person: remove them on ${account(site)}, and change your password.`,
    ),
  }
}

/** Replaces all further mails of an hour. */
export function limitText(site: Site, email: string): Text {
  return {
    subject: `${site.name}: many notifications`,
    text: paragraphs(
      `So much has happened with your account in the dashboard of ${toLine(site.name)} that for now you get no more mails about it. ${site.publicUrl ?? ''}${pagePaths.adminAudit} lists everything.`,
      help(site, email),
    ),
  }
}
