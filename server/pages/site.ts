import { join } from 'node:path'
import { Elysia } from 'elysia'
import type { BlogApi } from '#contract/api.ts'
import type { SiteInfo } from '#contract/site.ts'
import { changedKeys, type InvalidationKey, ogImageKey, type TrackDependency } from '#server/content/changed-keys.ts'
import type { Content } from '#server/content/content.ts'
import type { PostEntry } from '#server/content/post-file.ts'
import { createSchedule, livePosts, type Timers } from '#server/content/publication.ts'
import { errorFields, type Log } from '#server/http/log.ts'
import { builtAssets, readManifest } from '#server/http/static-files.ts'
import { contentCardPosts, createShareCards } from '#server/media/share-cards/share-cards.ts'
import { sitemapPages } from '#server/pages/feeds/sitemap.ts'
import { brandRoutes } from './brand-routes.ts'
import { createFeeds, type FeedsOptions } from './feeds/feeds.ts'
import { feedRoutes } from './feeds/routes.ts'
import { createLandings, landingRoutes } from './landings.ts'
import { createPages } from './pages.ts'
import { createPrices, pricingRoutes } from './prices.ts'

export type SiteOptions = {
  /** The build of the client. */
  dist: string
  /** The folder that is served as /storage/. */
  publicDir: string
  content: Content
  /** What pages and feeds read of the blog. */
  blog: Pick<FeedsOptions, 'newest' | 'categories' | 'tags'> & {
    api(uses: TrackDependency): BlogApi
    /** The pages of other posts that a change of these keys affects. */
    contextKeys(keys: ReadonlySet<InvalidationKey>): InvalidationKey[]
  }
  /** Adds the stored path of a co-located image. */
  placed(entry: PostEntry): PostEntry
  siteInfo(): Promise<SiteInfo>
  /** Origin of absolute URLs. Without it there are no canonical URLs and no share images. */
  publicUrl: string | undefined
  port: number
  /** Whether the public URL is https. */
  tls: boolean
  settleMs: number | undefined
  /** Capacity of the page cache. */
  cacheBytes: number | undefined
  timers: Timers | undefined
  now(): Date
  log: Log
}

/** The public site: pages, feeds, share images and the files of the build, re-rendered when their content changes. */
export async function createSite(options: SiteOptions) {
  const { dist, publicDir, content, blog, placed, siteInfo, publicUrl, tls, settleMs, cacheBytes, timers, now, log } =
    options
  const site = () => content.snapshot().site
  const landings = createLandings({ content })
  const prices = createPrices({ content })
  const built = await readManifest(dist)
  const cards = publicUrl
    ? await createShareCards({
        posts: () => contentCardPosts(content),
        dir: publicDir,
        mark: join(dist, built.statics['brand/mark.svg'] ?? ''),
        settleMs,
        onRendered: (id) => void invalidate(new Set([ogImageKey(id)])),
        log,
      })
    : undefined
  const [assets, brand, pages] = await Promise.all([
    builtAssets(dist),
    brandRoutes({ dist, site }),
    createPages({
      dist,
      api: (uses) => ({ ...blog.api(uses), ...landings.api(uses), ...prices.api(uses) }),
      siteInfo,
      slug: () => site().slug,
      tls,
      timed: process.env.NODE_ENV === 'development',
      publicUrl,
      card: cards && ((post, { name }) => cards.find(post, name)),
      cacheBytes,
      log,
      now,
    }),
  ])
  const feeds = createFeeds({
    ...blog,
    site,
    origin: publicUrl ?? `http://localhost:${options.port}`,
    icon: built.statics['icons/maskable-512.png'],
    pages: async (uses) => {
      const snapshot = content.snapshot()
      const fixed = await pages.indexable(uses)
      return sitemapPages({ snapshot, live: livePosts(snapshot, now()), fixed, placed })
    },
    now,
    onError: (error, path) => log.error('feed render failed', { path, ...errorFields(error) }),
  })

  function invalidate(keys: Set<InvalidationKey>) {
    feeds.refresh([...keys])
    return pages.refresh([...keys, ...blog.contextKeys(keys)])
  }
  content.onChange((before, after) => invalidate(changedKeys(before, after)))
  const schedule = createSchedule({ content, now, timers, onDue: invalidate })

  return {
    pages,
    invalidate,
    /** Everything but the pages themselves, which match any path. */
    routes: () =>
      new Elysia({ name: 'site' })
        .use(landingRoutes(landings))
        .use(pricingRoutes({ prices, pages }))
        .use(assets)
        .use(brand)
        .use(feedRoutes({ feeds, tls })),
    async close() {
      schedule.close()
      pages.close()
      feeds.close()
      cards?.close()
    },
  }
}
export type PublicSite = Awaited<ReturnType<typeof createSite>>
