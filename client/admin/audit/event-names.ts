/** The names of the audit log's events. A test checks that none is missing. */
export const auditEventNames = {
  'login.succeeded': 'Logged in',
  'login.failed': 'Login failed',
  'login.code-requested': 'Login: password correct, code missing',
  'login.locked': 'Logins blocked for a while',
  'login.proof-requested': 'Logins slowed down for a while',
  'confirmation.failed': 'Confirmation failed',
  'session.ended': 'Session ended',
  'sessions.ended': 'All sessions ended',
  'administrator.made': 'Administrator added',
  /** Written by earlier versions. */
  'administrator.changed': 'Administrator changed',
  'administrator.removed': 'Administrator removed',
  'invitation.made': 'Invitation made',
  'invitation.withdrawn': 'Invitation withdrawn',
  'invitation.accepted': 'Invitation accepted',
  'account.changed': 'Account changed',
  'password.changed': 'Password changed',
  'passkey.added': 'Passkey added',
  'passkey.removed': 'Passkey removed',
  'login-method.changed': 'Login method changed',
  'password.reset': 'Password reset from the shell',
  'second-factor.on': 'Second factor turned on',
  'second-factor.off': 'Second factor turned off',
  'recovery-code.used': 'Recovery code used',
  'recovery-codes.made': 'New recovery codes made',
  'post.created': 'Post created',
  'post.changed': 'Post changed',
  'post.deleted': 'Post deleted',
  'post.restored': 'Old version of a post restored',
  'post.recovered': 'Deleted post restored',
  'preview-link.issued': 'Preview link created',
  'unsaved-texts.discarded': 'Unsaved texts discarded',
  'time-machine.opened': 'Time machine link created',
  'branch.previewed': 'Preview of a branch created',
  'branch.preview-ended': 'Preview of a branch ended',
  'branch.published': 'Branch published',
  'branch.removed': 'Branch removed',
  'media.added': 'Image added',
  'media.replaced': 'Image replaced everywhere',
  'media.deleted': 'Image deleted',
  'media.described': 'Description of an image changed',
  'media.restored': 'Deleted images restored',
  'category.created': 'Category created',
  'category.changed': 'Category changed',
  'category.merged': 'Category merged',
  'category.deleted': 'Category deleted',
  'tag.created': 'Tag created',
  'tag.changed': 'Tag changed',
  'tag.merged': 'Tag merged',
  'tag.deleted': 'Tag deleted',
  'content-file.repaired': 'Invalid content file repaired',
  'page.changed': 'Texts or facts of pages changed',
  'stuck-save.applied': 'Save that was stuck applied',
  'stuck-save.discarded': 'Save that was stuck discarded',
  'import.confirmed': 'Import of a blog confirmed',
  'lead.marked': 'Lead marked',
  'lead.erased': 'Lead erased',
  'leads.exported': 'Leads exported',
} as const satisfies Record<`${string}.${string}`, string>

const names: Readonly<Record<string, string>> = auditEventNames

/** Events that a newer or older version wrote keep their name. */
export const eventInWords = (event: string): string => names[event] ?? event

/** A heading of the choice of events. Its events begin with one of the prefixes. */
type EventGroup = { name: string; prefixes: readonly string[] }

const groups: readonly EventGroup[] = [
  { name: 'Logins and sessions', prefixes: ['login.', 'confirmation.', 'session.', 'sessions.'] },
  { name: 'Administrators', prefixes: ['administrator.', 'invitation.', 'account.'] },
  {
    name: 'Passwords and second factors',
    prefixes: ['password.', 'passkey.', 'login-method.', 'second-factor.', 'recovery-code.', 'recovery-codes.'],
  },
  { name: 'Posts', prefixes: ['post.', 'preview-link.', 'time-machine.', 'unsaved-texts.'] },
  { name: 'Branches', prefixes: ['branch.'] },
  { name: 'Images', prefixes: ['media.'] },
  { name: 'Imports', prefixes: ['import.'] },
  { name: 'Categories and tags', prefixes: ['category.', 'tag.'] },
  { name: 'Content files', prefixes: ['page.', 'content-file.', 'stuck-save.'] },
  { name: 'Leads', prefixes: ['lead.', 'leads.'] },
]

/** One choice for all events of a prefix that has several. */
const allOf: Readonly<Record<string, string>> = {
  'login.': 'All logins',
  'administrator.': 'All about administrators',
  'invitation.': 'All about invitations',
  'second-factor.': 'Second factor turned on or off',
  'post.': 'All about posts',
  'branch.': 'All about branches',
  'media.': 'All about images',
  'category.': 'All about categories',
  'tag.': 'All about tags',
  'lead.': 'Lead marked or erased',
}

const prefixOf = (event: string) => event.slice(0, event.indexOf('.') + 1)

/** The choices of the filter: headings with the events below them, as value and label. */
export const eventChoices = groups.map(({ name, prefixes }) => ({
  name,
  options: prefixes.flatMap((prefix) => {
    const events = Object.entries(names).filter(([event]) => prefixOf(event) === prefix)
    return allOf[prefix] && events.length > 1 ? [[prefix, allOf[prefix]] as const, ...events] : events
  }),
}))

/** Details that need an explanation; others are shown as they are. */
const details: Readonly<Record<string, string>> = {
  'login.failed password': 'Wrong password',
  'login.failed code': 'Correct password, wrong code',
  'confirmation.failed password': 'Wrong password',
  'confirmation.failed code': 'Wrong code',
  'confirmation.failed locked': 'Blocked for a while',
  'session.ended logout': 'Logged out',
  'sessions.ended others': 'Except the one that asked',
  'post.changed publish': 'Published',
  'post.changed unpublish': 'Unpublished',
  'post.changed tag': 'Tags added',
  'post.changed untag': 'Tags removed',
  'post.changed category': 'Category',
  'account.changed email': 'Email',
  'account.changed name': 'Name',
  'account.changed author': 'Author page',
}
export const detailInWords = (event: string, detail: string): string => details[`${event} ${detail}`] ?? detail
