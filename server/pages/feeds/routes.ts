import { Elysia } from 'elysia'
import { pagePaths } from '#contract/paths.ts'
import { HIDDEN_ROUTE, type Method, rejectOtherMethods } from '#server/http/errors.ts'
import { movedTo } from '#server/pages/error-pages.ts'
import { feedPaths } from '#server/pages/feed-paths.ts'
import type { Feeds } from './feeds.ts'

type Deps = {
  feeds: Pick<Feeds, 'answer'>
  /** The site's public URL is https. */
  tls: boolean
}

const parameter = ':id'
const PATHS = [
  feedPaths.atom,
  feedPaths.json,
  feedPaths.sitemap,
  '/sitemap/:part',
  feedPaths.robots,
  ...[pagePaths.category(parameter), pagePaths.tag(parameter)].flatMap((page) => [
    feedPaths.atomOf(page),
    feedPaths.jsonOf(page),
  ]),
]

/** Paths that other software uses, and that feed readers still request. */
const REDIRECTS: Readonly<Record<string, readonly string[]>> = {
  [feedPaths.atom]: [
    ...['/rss.xml', '/rss', '/rss/', '/feed', '/feed/', '/atom.xml', '/index.xml', '/feed.atom', '/feed.rss'],
    ...['/blog/feed.xml', '/blog/rss.xml', '/blog/atom.xml', '/blog/index.xml'],
  ],
  [feedPaths.json]: ['/blog/feed.json', '/index.json'],
  [feedPaths.sitemap]: ['/sitemap_index.xml', '/sitemap-index.xml'],
}

/** Feeds, sitemap and robots.txt, and redirects to them. */
export function feedRoutes({ feeds, tls }: Deps) {
  const app = new Elysia({ name: 'feeds' })
  const allowed: Record<string, readonly Method[]> = {}
  const read = (path: string, handler: (request: Request) => Response | Promise<Response>) => {
    app
      .get(path, ({ request }) => handler(request), HIDDEN_ROUTE)
      .head(path, ({ request }) => handler(request), HIDDEN_ROUTE)
    allowed[path] = ['GET']
  }
  for (const path of PATHS) read(path, (request) => feeds.answer(request, pathOf(request)))
  for (const [target, paths] of Object.entries(REDIRECTS))
    for (const path of paths) read(path, () => movedTo(target, tls))
  return app.use(rejectOtherMethods(allowed))
}

const pathOf = ({ url }: Request) => new URL(url).pathname
