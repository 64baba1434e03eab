import { useState } from 'react'
import { type AuditEntry, type AuditPerson, nameInAudit } from '#contract/audit.ts'

const PROGRAMS: readonly AuditPerson[] = [
  { id: 'shell', name: 'The shell' },
  { id: 'environment', name: 'The environment' },
]

/** Values and labels of the filter. */
export type AuditPeople = {
  /** Administrators, removed ones too. */
  administrators: readonly AuditPerson[]
  programs: readonly AuditPerson[]
  /** Of lines without the id of an administrator, as earlier versions wrote them: shortened e-mails. */
  others: readonly AuditPerson[]
}

/** Others are all seen since the page was opened: a filtered list has fewer. `chosen` is listed in any case: the URL may have it. */
export function useAuditPeople(
  administrators: readonly AuditPerson[],
  events: readonly AuditEntry[],
  chosen = '',
): AuditPeople {
  const [seen, setSeen] = useState<readonly AuditPerson[]>([])
  const actors = new Map([...seen, ...events.map(actorOf)].map((one) => [one.id, one]))
  if (actors.size > seen.length) setSeen([...actors.values()])

  const named = new Set([...administrators, ...PROGRAMS].map(({ id }) => id))
  if (!actors.has(chosen)) actors.set(chosen, { id: chosen, name: chosen })
  const others = [...actors.values()].filter(({ id }) => id && !named.has(id))
  return { administrators, programs: PROGRAMS, others }
}

const actorOf = ({ by, actor }: AuditEntry): AuditPerson => ({ id: by || actor, name: nameInAudit([], by, actor) })

/** The name of who caused an event. */
export const actorName = (people: readonly AuditPerson[], { by, actor }: AuditEntry): string =>
  PROGRAMS.find(({ id }) => id === actor)?.name ?? nameInAudit(people, by, actor)
