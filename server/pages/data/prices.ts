import type { Plan } from '#contract/plans.ts'
import type { TrackDependency } from '#server/content/changed-keys.ts'
import type { Content } from '#server/content/content.ts'

export type Prices = ReturnType<typeof createPrices>

/** The prices of content/plans.yml, in plan order (§3). */
export function createPrices({ content }: { content: Pick<Content, 'snapshot'> }) {
  const list = (): readonly Plan[] => content.snapshot().plans

  const api = (uses: TrackDependency) => ({
    async plans() {
      uses('plans')
      return [...list()]
    },
  })
  return { list, api }
}
