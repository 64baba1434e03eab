import { cutText } from '#contract/cut-text.ts'
import { pagePaths } from '#contract/paths.ts'
import { isId } from '#contract/validate.ts'
import { wordsOf } from '#server/content/dialects/post-values.ts'
import type { Data } from '#server/text/front-matter/read-yaml.ts'
import { normalizeOldPath } from './old-path.ts'

/** What the front matter of a post says about its URL in another system. Patterns are completed once the post has its id. */
export type FormerUrl = {
  /** Paths, and patterns such as `/:year/:title/`. */
  paths?: readonly string[]
  slug?: string
  /** All categories, where there are several: each is a part of some URLs. */
  categories?: readonly string[]
  /** The day in the time zone of the author, where it is another one in UTC. */
  day?: string
}

const PATHS_PER_POST_MAX = 50
/** Keys of lists. An item may be an id, which redirects below `/blog/`. */
const LISTS = ['aliases', 'alias', 'redirect_from']
const PATH_KEYS = ['permalink', 'url', 'path', ...LISTS]
export const oldUrlKeys: readonly string[] = [...PATH_KEYS, 'slug']
/** Link posts name the URL of another site there. */
const MAY_BE_ELSEWHERE = ['url', 'path']
/** The named styles of Jekyll. */
export const PERMALINK_STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title/',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title/',
  none: '/:categories/:title/',
}

/**
 * Reads the former URL in front matter; `warnings` names the key of each path that is ignored, and why. The date as it is
 * `written` shows the day of the author's time zone.
 */
export function readFormerUrl(data: Data, { written, read }: { written: unknown; read: string }) {
  const warnings: { key: string; reason: string }[] = []
  const paths = new Set<string>()
  for (const key of PATH_KEYS) {
    for (const one of LISTS.includes(key) ? (wordsOf(data[key]) ?? []) : [data[key]]) {
      const path = typeof one === 'string' ? asPath(key, one.trim()) : undefined
      if (path === undefined) continue
      const reason = flawOf(path)
      if (reason !== undefined) warnings.push({ key, reason })
      else if (paths.size < PATHS_PER_POST_MAX) paths.add(path)
      else if (!paths.has(path)) warnings.push({ key, reason: `only ${PATHS_PER_POST_MAX} old URLs redirect` })
    }
  }
  const slug = typeof data.slug === 'string' ? data.slug.trim() : ''
  if (slug !== '' && flawOf(slug) === undefined)
    for (const path of slug.startsWith('/') ? [slug] : [`/${slug}`, pagePaths.post(slug)]) paths.add(path)
  const categories = wordsOf(data.categories)?.filter((word) => typeof word === 'string') ?? []
  const [day] = /^\d{4}-\d{2}-\d{2}/.exec(String(written)) ?? []
  const former: FormerUrl = {
    ...(paths.size > 0 && { paths: [...paths] }),
    ...(slug !== '' && { slug: slug.split('/').findLast((part) => part !== '') ?? '' }),
    ...(categories.length > 1 && { categories }),
    ...(day !== undefined && !read.startsWith(day) && { day }),
  }
  return { former: Object.keys(former).length > 0 ? former : undefined, warnings: warnings.slice(0, 5) }
}

/** The path that a value names; `undefined` for an id, and for a URL that may be of another site. */
function asPath(key: string, written: string): string | undefined {
  if (key === 'permalink' && PERMALINK_STYLES[written]) return PERMALINK_STYLES[written]
  const url = /^https?:\/\//i.test(written) ? URL.parse(written) : undefined
  if (url) return MAY_BE_ELSEWHERE.includes(key) ? undefined : url.pathname
  if (written === '' || (LISTS.includes(key) && isId(written))) return undefined
  return written.startsWith('/') ? written : `/${written}`
}

function flawOf(path: string): string | undefined {
  if (/\{[{%]/.test(path))
    return 'is a template, so it does not redirect: write the path, or old_permalinks in site.yml'
  return normalizeOldPath(path) === undefined
    ? `${JSON.stringify(cutText(path, 80))} is not a path, so it does not redirect`
    : undefined
}
