import { feedPaths } from '#server/pages/feed-paths.ts'

export const ROBOTS_TYPE = 'text/plain; charset=utf-8'

/** What no crawler has any business with: calls, the administrator's pages, and previews, whose addresses are secret. */
const CLOSED = ['/api/', '/admin/', '/preview/']

/** `origin` is that of the sitemap's address. */
export const robotsText = (origin: string): string =>
  [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}${feedPaths.sitemap}`,
    '',
  ].join('\n')
