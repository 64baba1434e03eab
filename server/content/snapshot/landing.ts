import type { Landing } from '#contract/landing.ts'
import type { Snapshot } from './snapshot.ts'

/** The texts of a landing page, with the site's name for `{name}`; `undefined` if the file is missing or invalid. */
export function findLanding({ landings, site }: Snapshot, id: string): Landing | undefined {
  const entry = landings.get(id)
  if (!entry) return undefined
  return JSON.parse(JSON.stringify(entry.landing), (_, value) =>
    typeof value === 'string' ? value.replaceAll('{name}', () => site.name) : value,
  )
}
