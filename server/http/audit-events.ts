/** The events of the audit log. */
export type AuditEvent =
  | 'login.succeeded'
  /** `detail`: `password`, or `code` if the password was right. */
  | 'login.failed'
  /** The password was right; the code of the second factor was missing. */
  | 'login.code-requested'
  /** Logins from this IP address, or with this e-mail, are rejected for a while. */
  | 'login.locked'
  /** Logins with this e-mail require a proof of work for a while. */
  | 'login.proof-requested'
  | 'sessions.ended'
  | 'administrator.made'
  | 'administrator.changed'
  | 'password.reset'
  | 'second-factor.on'
  | 'second-factor.off'
  | 'recovery-code.used'
  | 'recovery-codes.made'
  | `${'post' | 'category' | 'tag'}.${'created' | 'changed' | 'deleted'}`
  | 'post.restored'
  | 'preview-link.issued'
  | `lead.${'marked' | 'erased'}`
  | 'leads.exported'

/** The fields of an event, besides its time. IP addresses and e-mails are passed in full; the log stores them shortened. */
export type AuditFields = {
  /** An e-mail, or `shell`, `environment`. */
  actor: string
  /** The client's IP address. */
  address?: string | undefined
  /** The id of the post, category, tag or lead. */
  subject?: string | undefined
  /** One word. Never user input. */
  detail?: string | undefined
  /** The request id in the server's log. */
  request?: string | undefined
}

/** Appends an event of a request to the audit log. Resolves once it is on disk, or has failed; never throws. */
export type Audit = (
  request: Request,
  event: AuditEvent,
  fields?: Omit<Partial<AuditFields>, 'request'>,
) => Promise<void>
