import type { AnyElysia } from 'elysia'
import type { BlogApi } from '#contract/api.ts'
import type { Content } from '#server/content/content.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { createSchedule, livePostAt, livePosts, type Timers } from '#server/content/publication.ts'
import {
  changedKeys,
  type InvalidationKey,
  ogImageKey,
  type TrackDependency,
} from '#server/content/snapshot/changed-keys.ts'
import type { ResponseCache } from '#server/http/response-cache.ts'
import type { SharedAssets } from '#server/http/shared-assets.ts'
import { builtAssets, type Manifest } from '#server/http/static-files.ts'
import type { Log } from '#server/lib/log.ts'
import { allCards, createShareCards, type ShareCardsOptions } from '#server/media/share-cards/share-cards.ts'
import type { RenderOptions } from '#server/text/scan/render-options.ts'
import { appCodes } from './app-codes.ts'
import { brandFiles } from './brand.ts'
import { dataEndpoints } from './data-endpoints.ts'
import { createFeeds, type FeedsOptions } from './feeds.ts'
import { createPages } from './pages.ts'
import { createSiteData } from './site-data.ts'
import { sitemapPages } from './sitemap.ts'

type SiteOptions = {
  /** The folder of the build. */
  dist: string
  manifest: Manifest
  /** `undefined`: read from `dist`. */
  assets: AnyElysia | undefined
  /** Has the built files of other versions. */
  sharedAssets: SharedAssets | undefined
  content: Content
  /** What pages and feeds read of the blog. */
  blog: { reading(uses: TrackDependency): ReturnType<FeedsOptions['blog']> & { api: BlogApi } }
  /** Adds the stored path of a co-located image. */
  placed(entry: PostEntry): PostEntry
  renderer: { html(format: 'md', text: string, options: RenderOptions): Promise<string> }
  cards: ShareCardsOptions['cards']
  /** Forms require a proof of work. */
  captcha: boolean
  /** Origin of absolute URLs. Without it there are no canonical URLs and no share images. */
  publicUrl: string | undefined
  port: number
  tls: FeedsOptions['tls']
  /** Seconds for which a CDN may store public pages; 0: not at all. */
  cdnSeconds: number
  cache: ResponseCache
  timers: Timers | undefined
  now(): Date
  log: Log
}

/** The public site: pages, feeds, share images and the files of the build. */
export async function createSite(options: SiteOptions) {
  const { dist, manifest, content, blog, publicUrl, tls, cdnSeconds, cache, now, log } = options
  const site = () => content.snapshot().site
  const live = () => livePosts(content.snapshot(), now())
  const cards = publicUrl
    ? await createShareCards({
        cards: options.cards,
        current: allCards(content.snapshot()),
        onRendered: (id) => invalidate(new Set([ogImageKey(id)])),
        log,
      })
    : undefined
  const { siteInfo, legalText, api } = createSiteData({
    content,
    now,
    publicUrl,
    renderer: options.renderer,
    blog: (uses) => blog.reading(uses).api,
    captcha: options.captcha ? manifest.captcha : undefined,
  })
  const [assets, brand, pages] = await Promise.all([
    options.assets ?? builtAssets(dist, options.sharedAssets),
    brandFiles({ dist, manifest, site }),
    createPages({
      manifest,
      api,
      tls,
      cdnSeconds,
      publicUrl,
      cache,
      log,
      now,
      // The dialog of the footer loads the privacy policy when it is opened: every page would be 800 bytes larger.
      siteInfo: async (uses) => ({ ...(await siteInfo(uses)), privacyPolicy: '' }),
      legalText,
      slug: () => site().slug,
      postAtOldPath: (path) => livePostAt(path, content.snapshot(), now())?.id,
      loginUrl: () => site().login_url,
      newest: live,
      card: cards && ((post, { name }) => cards.find(post, name)),
    }),
  ])
  const feeds = createFeeds({
    blog: blog.reading,
    content,
    tls,
    cache,
    origin: publicUrl ?? `http://localhost:${options.port}`,
    icon: manifest.statics['icons/maskable-512.png'],
    pages: async (snapshot, uses) => {
      const fixed = await pages.indexable(uses)
      return sitemapPages(snapshot, { live: livePosts(snapshot, now()), fixed, placed: options.placed })
    },
    now,
  })

  /** Drops what used one of these records: with that, the change is live. */
  const invalidate = (keys: ReadonlySet<InvalidationKey>) => pages.invalidate(keys)
  content.onChange((before, after) => invalidate(changedKeys(before, after)))
  const schedule = createSchedule({ content, now, timers: options.timers, onDue: invalidate })

  return {
    pages,
    invalidate,
    /** The files of the build. */
    assets,
    endpoints: dataEndpoints({ content, pages }),
    /** Icons, QR codes, feeds, and the frame of the preview. */
    files: [...appCodes({ publicUrl, slug: () => site().slug }), ...brand, ...feeds, pages.previewFrame],
    async close() {
      schedule.close()
      pages.close()
      cards?.close()
    },
  }
}
