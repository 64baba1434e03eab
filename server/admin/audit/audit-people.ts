import { type AuditPerson, shortId } from '#contract/audit.ts'
import type { Accounts } from '#server/admin/people/admin-file.ts'

/** The names behind the ids of the audit log, current administrators first. What several share gets an e-mail or the start of an id. */
export function auditPeople({ administrators, removed }: Accounts): AuditPerson[] {
  const current = new Set(administrators.map(({ id }) => id))
  const people = [
    ...administrators.map(({ id, name, email }) => ({ id, name, difference: email })),
    ...removed
      // Not those whom an older backup brought back.
      .filter(({ id }) => !current.has(id))
      .map(({ id, name }) => ({ id, name: `${name} (removed)`, difference: shortId(id) })),
  ]
  const isShared = (name: string) => people.filter((one) => one.name === name).length > 1
  return people.map(({ id, name, difference }) => ({ id, name: isShared(name) ? `${name} (${difference})` : name }))
}
