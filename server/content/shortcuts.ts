import { pagePaths } from '#contract/paths.ts'

const pages = new Map<string, string>([
  ['/price', pagePaths.pricing],
  ['/prices', pagePaths.pricing],
  ['/register', pagePaths.tryForFree],
  ['/signup', pagePaths.tryForFree],
  ['/demo', pagePaths.tryForFree],
  ['/trades', `${pagePaths.home}#trades`],
])
const LOGIN = '/login'

export type Shortcut = { status: 301 | 302; location: string }

/**
 * The redirect of a path that people guess, with the query of the request; `undefined` for any other path. The login of
 * customers is on another site and may move, so its redirect is temporary. Without `loginUrl` there is none.
 */
export function shortcutOf(path: string, search: string, loginUrl: string | undefined): Shortcut | undefined {
  const guessed = path.toLowerCase().replace(/(?<=.)\/$/, '')
  if (guessed === LOGIN) return loginUrl === undefined ? undefined : { status: 302, location: loginUrl }
  const [page, part] = pages.get(guessed)?.split('#') ?? []
  if (page === undefined) return undefined
  return { status: 301, location: page + search + (part ? `#${part}` : '') }
}
