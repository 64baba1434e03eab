import { Elysia } from 'elysia'
import { pagePaths } from '#contract/paths.ts'
import { type Method, rejectOtherMethods } from '#server/http/method-not-allowed.ts'
import { feedPaths } from '#server/pages/feed-paths.ts'
import { movedTo } from '#server/pages/plain-pages.ts'
import type { Feeds } from './feeds.ts'

type Deps = {
  feeds: Pick<Feeds, 'answer'>
  /** The public address is https. */
  tls: boolean
}

/** These are files, not calls of the API. */
const HIDDEN = { detail: { hide: true } }
const parameter = ':id'
const READ = [
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

/** Where other programs have what we have, and readers still look for it. */
const MOVED: Readonly<Record<string, readonly string[]>> = {
  [feedPaths.atom]: [
    ...['/rss.xml', '/rss', '/rss/', '/feed', '/feed/', '/atom.xml', '/index.xml', '/feed.atom', '/feed.rss'],
    ...['/blog/feed.xml', '/blog/rss.xml', '/blog/atom.xml', '/blog/index.xml'],
  ],
  [feedPaths.json]: ['/blog/feed.json', '/index.json'],
  [feedPaths.sitemap]: ['/sitemap_index.xml', '/sitemap-index.xml'],
}

/** What machines read: feeds, sitemap, robots.txt, and the way there from the addresses that others use. */
export function feedRoutes({ feeds, tls }: Deps) {
  const app = new Elysia({ name: 'feeds' })
  const allowed: Record<string, readonly Method[]> = {}
  const read = (path: string, handler: (request: Request) => Response | Promise<Response>) => {
    app.get(path, ({ request }) => handler(request), HIDDEN).head(path, ({ request }) => handler(request), HIDDEN)
    allowed[path] = ['GET']
  }
  for (const path of READ) read(path, (request) => feeds.answer(request, pathOf(request)))
  for (const [goal, paths] of Object.entries(MOVED)) for (const path of paths) read(path, () => movedTo(goal, tls))
  return app.use(rejectOtherMethods(allowed))
}

const pathOf = ({ url }: Request) => new URL(url).pathname
