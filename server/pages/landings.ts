import { Elysia } from 'elysia'
import type { Landing } from '#contract/landing.ts'
import { apiPaths } from '#contract/paths.ts'
import { landingKey, type TrackDependency } from '#server/content/changed-keys.ts'
import type { Content } from '#server/content/content.ts'
import { rejectOtherMethods } from '#server/http/errors.ts'
import { publicJson } from '#server/http/responses.ts'
import { NotFoundError } from '#server/lib/errors.ts'

export type Landings = ReturnType<typeof createLandings>

/** The content of landing pages. */
export function createLandings({ content }: { content: Pick<Content, 'snapshot'> }) {
  /** Returns `undefined` if the file is missing or invalid. */
  function find(id: string): Landing | undefined {
    const { landings, site } = content.snapshot()
    const entry = landings.get(id)
    return entry && withProductName(entry.landing, site.name)
  }

  const api = (uses: TrackDependency) => ({
    async landing(id: string) {
      uses(landingKey(id))
      return find(id)
    },
  })
  return { find, api }
}

/** Replaces `{name}` in every text. */
const withProductName = (landing: Landing, name: string): Landing =>
  JSON.parse(JSON.stringify(landing), (_, value) =>
    typeof value === 'string' ? value.replaceAll('{name}', () => name) : value,
  )

const PATH = `${apiPaths.landings}/:id` as const

export function landingRoutes({ find }: Landings) {
  const app = new Elysia({ name: 'landing' }).get(PATH, ({ request, params }) => {
    const landing = find(params.id)
    if (!landing) throw new NotFoundError()
    return publicJson(request, landing)
  })
  return app.use(rejectOtherMethods({ [PATH]: ['GET'] }))
}
