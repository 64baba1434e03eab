import type { Landing } from '#contract/landing.ts'
import { landingKey, type TrackDependency } from '#server/content/changed-keys.ts'
import type { Content } from '#server/content/content.ts'

export type Landings = ReturnType<typeof createLandings>

/** The pages of the trades, as the contract has them. */
export function createLandings({ content }: { content: Pick<Content, 'snapshot'> }) {
  /** One page, in the product's name (decision 1); `undefined` where its file is missing or broken. */
  function find(id: string): Landing | undefined {
    const { landings, site } = content.snapshot()
    const entry = landings.get(id)
    return entry && named(entry.landing, site.name)
  }

  const api = (uses: TrackDependency) => ({
    async landing(id: string) {
      uses(landingKey(id))
      return find(id)
    },
  })
  return { find, api }
}

/** `{name}` in any of its texts becomes the product's name. */
const named = (landing: Landing, name: string): Landing =>
  JSON.parse(JSON.stringify(landing), (_, value) =>
    typeof value === 'string' ? value.replaceAll('{name}', () => name) : value,
  )
