import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths, storageUrl } from '#contract/paths.ts'
import type { PostCard } from '#contract/posts.ts'
import { PAST_IMAGES } from '#server/pages/past-pages.tsx'
import type { FloodContent } from './content.ts'
import type { FloodSite } from './rows.ts'

/** Sends a request of the administrator, and returns the JSON of its response. */
export type AskAsAdministrator = (path: string, json?: unknown) => Promise<unknown>

/** Finds what the requests of a flood need: links of the administrator, and the covers of the newest posts. */
export async function readFloodSite(ask: AskAsAdministrator, { posts, terms }: FloodContent): Promise<FloodSite> {
  const list = (await ask(`${apiPaths.posts}?fields=card&per_page=100`)) as PostCard[]
  const covers = list.flatMap(({ artwork }) => (artwork ? [storageUrl(artwork.path)] : []))
  const { commits } = (await ask(adminPaths.timeMachine)) as { commits: { commit: string }[] }
  const preview = (await ask(`${apiPaths.post('plan')}/preview`, {})) as { path: string }
  const past = (await ask(adminPaths.timeMachine, { commit: commits[0]?.commit })) as { path: string }
  return {
    posts,
    terms,
    covers: [...covers, ...covers.map((path) => path.replace('-960x540.', '-480.'))],
    preview: preview.path,
    past: past.path.replace(/\/$/, ''),
    pastImage: `${PAST_IMAGES}posts/photo/photo.png`,
  }
}
