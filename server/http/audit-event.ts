/** The events of the audit log. */
export type AuditEvent =
  | 'login.succeeded'
  /** `detail`: `password`; `code`, or `passkey-only` if the password was right; `passkey`. */
  | 'login.failed'
  /** The password was right; the code of the second factor was missing. */
  | 'login.code-requested'
  /** Logins from this IP address, or with this e-mail, are rejected for a while. */
  | 'login.locked'
  /** Logins with this e-mail require a proof of work for a while. */
  | 'login.proof-requested'
  /** `detail`: `logout`, or none for a session that was ended from another one, or from the shell. */
  | 'session.ended'
  /** All of an administrator; `detail`: `others` for all but the one of the request. */
  | 'sessions.ended'
  /** `detail`: `password`, `code` or `passkey`, which was wrong when a logged-in administrator was asked for it again; `locked`: not checked after too many. */
  | 'confirmation.failed'
  | `passkey.${'added' | 'removed'}`
  /** `detail`: the method. All other sessions of the administrator are ended. */
  | 'login-method.changed'
  | 'administrator.made'
  | 'administrator.removed'
  | `invitation.${'made' | 'withdrawn' | 'accepted'}`
  /** `detail`: the field. */
  | 'account.changed'
  | 'password.changed'
  | 'password.reset'
  | 'second-factor.on'
  | 'second-factor.off'
  | 'recovery-code.used'
  | 'recovery-codes.made'
  /** `detail` of `post.changed`: the action, where several posts were changed at once. */
  | `${'post' | 'category' | 'tag'}.${'created' | 'changed' | 'deleted'}`
  /** `subject`: the one that is gone. */
  | `${'category' | 'tag'}.merged`
  | 'post.restored'
  /** From the trash. */
  | 'post.recovered'
  | 'preview-link.issued'
  | 'unsaved-texts.discarded'
  | 'time-machine.opened'
  /** `subject`: the name of the branch. */
  | `branch.${'previewed' | 'preview-ended' | 'published' | 'removed'}`
  /** An image; the subject is its path. */
  | `media.${'added' | 'replaced' | 'deleted' | 'described' | 'restored'}`
  /** `subject`: its path inside the content folder. */
  | 'content-file.repaired'
  /** The same, of a file that was changed in its form. */
  | 'page.changed'
  /** `subject`: the first line of its commit. */
  | `stuck-save.${'applied' | 'discarded'}`
  /** `subject`: the name of the upload; `detail`: how many posts are written. */
  | 'import.confirmed'
  | `lead.${'marked' | 'erased'}`
  | 'leads.exported'

/** The fields of an event, besides its time. IP addresses and e-mails are passed in full; the log stores them shortened. */
export type AuditFields = {
  /** An e-mail, or `shell`, `environment`. */
  actor: string
  /** The id of the administrator who sent the request, or whose e-mail a login names. */
  by?: string | undefined
  /** The client's IP address. */
  address?: string
  /** The client, like `Firefox on Linux`. Not in the log. */
  browser?: string
  /** The id of the post, category, tag or lead, or the e-mail of the person concerned. */
  subject?: string
  /** The id of the administrator whom the event is about, unless that is the actor. */
  about?: string
  /** One word. Never user input. */
  detail?: string
  /** The request id in the server's log. */
  request?: string | undefined
}
