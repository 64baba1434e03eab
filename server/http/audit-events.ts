/** Everything that the audit log tells of. */
export type AuditEvent =
  | 'login.succeeded'
  /** `detail`: `password`, or `code` where the password was right. */
  | 'login.failed'
  /** The password was right; the code of the second factor was missing. */
  | 'login.code-requested'
  /** Tries from here, or for this e-mail, are refused for a while. */
  | 'login.locked'
  /** Logins with this e-mail need a proof of work for a while. */
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

/** What is known of it, beside the moment. Addresses and e-mails are given whole; the log keeps less of them. */
export type AuditFacts = {
  /** Who: an e-mail, or `shell`, `environment`. */
  actor: string
  /** Where the request came from. */
  address?: string | undefined
  /** What it was done to: the id of a post, a category, a tag, a lead. */
  subject?: string | undefined
  /** One word more. Never what somebody typed. */
  detail?: string | undefined
  /** The id of the request in the log of the site. */
  request?: string | undefined
}

/** Tells the audit log what a request has done. Returns once that is on the disk, or known not to be; never throws. */
export type Audit = (request: Request, event: AuditEvent, facts?: Omit<Partial<AuditFacts>, 'request'>) => Promise<void>
