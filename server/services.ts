import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createAdmin } from '#server/admin/admin.ts'
import { createAuditLog } from '#server/admin/audit-log.ts'
import { createColocatedImages } from '#server/blog/colocated-images.ts'
import { createReading } from '#server/blog/post-queries.ts'
import { createPosts } from '#server/blog/posts.ts'
import { scheduleCacheCleanup } from '#server/blog/render/cache-cleanup.ts'
import { createRenderer } from '#server/blog/render/renderer.ts'
import { refreshIndexOnChange } from '#server/blog/search/keep-ready.ts'
import { createNames } from '#server/blog/terms.ts'
import { changedKeys, type InvalidationKey, ogImageKey } from '#server/content/changed-keys.ts'
import { livePosts } from '#server/content/publication.ts'
import { createSchedule } from '#server/content/schedule.ts'
import { createHistory } from '#server/git/history/history.ts'
import { createObserve } from '#server/http/access-log.ts'
import type { AuditEvent } from '#server/http/audit-events.ts'
import { readManifest } from '#server/http/build-manifest.ts'
import { builtAssets } from '#server/http/built-assets.ts'
import { factsOf } from '#server/http/error-handler.ts'
import { createChannels } from '#server/leads/notify/channels.ts'
import { createNotifications } from '#server/leads/notify/notifications.ts'
import { createPictures } from '#server/media/pictures.ts'
import { createSocialCards } from '#server/media/social-cards.ts'
import { buildIn, createMetrics } from '#server/ops/metrics/metrics.ts'
import { metricsRoutes } from '#server/ops/metrics/routes.ts'
import { brandRoutes } from '#server/pages/brand-routes.ts'
import { createLandings } from '#server/pages/data/landings.ts'
import { createPrices } from '#server/pages/data/prices.ts'
import { createFeeds } from '#server/pages/feeds/feeds.ts'
import { sitemapPages } from '#server/pages/feeds/sitemap-pages.ts'
import { createPages } from '#server/pages/pages.ts'
import { openCacheDb } from '#server/storage/cache-db.ts'
import { underProcessLock } from '#server/storage/process-lock.ts'
import { ensurePublicFolder } from '#server/storage/public-folder.ts'
import { realPathInside } from '#server/storage/safe-names.ts'
import { tidyPrivate } from '#server/storage/tidy-folder.ts'
import type { Config } from './config.ts'
import { createContentParts } from './content-services.ts'
import { createForms } from './lead-services.ts'
import type { Runtime } from './runtime.ts'
import { siteFacts } from './site-info.ts'

/**
 * Creates everything that the routes act on. This process holds the lock of the private folder until `close`. Throws `ProcessLockError`, `InvalidContentFolderError`,
 * `PublicFolderError`, `InvalidAdminFileError`, `InvalidKeyFileError` or `BuildMissingError`, each with a sentence for the operator.
 */
export const createParts = (config: Config, runtime: Runtime) =>
  underProcessLock(config.privateDir, () => assembleParts(config, runtime))

async function assembleParts(config: Config, runtime: Runtime) {
  const [{ now, log, dist }, { privateDir, contentDir: dir }] = [runtime, config]
  const publicDir = ensurePublicFolder(join(config.storageDir, 'public'))
  await tidyPrivate(privateDir)
  const cacheDb = openCacheDb({ privateDir, schema: [], log })
  const renderer = createRenderer({ cacheDir: join(privateDir, 'html'), log, rendering: runtime.rendering })
  // Nothing was ever rendered here: its worker starts while the content is read, for the first page will wait for it.
  if (!existsSync(join(privateDir, 'html')))
    renderer.warm().catch((error) => log.error('renderer not warmed', factsOf(error)))
  const author = () => ({ name: 'Administrator', email: admin.administrator.email() })
  const files = await createContentParts(config, runtime, { privateDir, author })
  const { content, sources, checkout } = files
  const pictures = createPictures({ dir: publicDir })
  await pictures.tidy()
  const colocatedImages = createColocatedImages({ content, dir, pictures, log, refresh: (keys) => rerender(keys) })
  const cacheCleanup = scheduleCacheCleanup({ content, renderer, log })
  const reading = createReading({ content, sources, renderer, now, log, colocatedImages })
  const indexRefresh = refreshIndexOnChange({ content, prepare: reading.prepareSearch, log })
  const landings = createLandings({ content })
  const prices = createPrices({ content })
  const { slug } = content.snapshot().site
  const tls = config.publicUrl?.startsWith('https:') ?? false
  const built = await readManifest(dist)
  const captchaSolver = config.captcha ? built.captcha : undefined
  const cards = config.publicUrl
    ? await createSocialCards({
        content,
        dir: publicDir,
        mark: join(dist, built.statics['brand/mark.svg'] ?? ''),
        settleMs: runtime.settleMs,
        onDrawn: (ids) => void rerender(new Set(ids.map(ogImageKey))),
        log,
      })
    : undefined

  const auditLog = await createAuditLog({ folder: privateDir, now, log, disk: runtime.logDisk })
  const audit = (event: AuditEvent) => void auditLog.note(event, { actor: 'environment' })

  const [admin, forms, assets, brand, pages] = await Promise.all([
    createAdmin({ ...runtime, ...adminVariables(config), folder: privateDir, slug, audit, solver: built.captcha }),
    createForms(config, runtime, privateDir),
    builtAssets(dist),
    brandRoutes({ dist, site: () => content.snapshot().site }),
    createPages({
      dist,
      api: (uses) => ({ ...reading.api(uses), ...landings.api(uses), ...prices.api(uses) }),
      facts: siteFacts({ content, renderer, now, captcha: captchaSolver }),
      slug: () => content.snapshot().site.slug,
      tls,
      timed: process.env.NODE_ENV === 'development',
      publicUrl: config.publicUrl,
      card: cards && ((post, { name }) => cards.find(post, name)),
      cacheBytes: runtime.pageCacheBytes,
      log,
      now,
    }),
  ])
  const feeds = createFeeds({
    ...reading,
    site: () => content.snapshot().site,
    origin: config.publicUrl ?? `http://localhost:${config.port}`,
    icon: built.statics['icons/maskable-512.png'],
    pages: async (uses) => {
      const snapshot = content.snapshot()
      const fixed = await pages.indexable(uses)
      return sitemapPages({ snapshot, live: livePosts(snapshot, now()), fixed, placed: colocatedImages.placed })
    },
    now,
    onError: (error, path) => log.error('feed not made', { path, ...factsOf(error) }),
  })
  const rerender = (keys: Set<InvalidationKey>) => {
    feeds.refresh([...keys])
    return pages.refresh([...keys, ...reading.aroundKeys(keys)])
  }
  content.onChange((before, after) => rerender(changedKeys(before, after)))
  const notifications = await createNotifications({
    channels: createChannels(config, () => content.snapshot().site.name, now),
    logs: forms.logs,
    folder: privateDir,
    now,
    log,
  })
  void colocatedImages.update()
  const { observe, underWay } = createObserve({ ...config, log, tls, count: (answered) => metrics?.count(answered) })
  const metricsSources = { pages, content, logs: forms.logs, notifications, checkout, underWay }
  const metrics = config.metrics && (await createMetrics({ ...metricsSources, build: await buildIn(dist) }))
  const schedule = createSchedule({ content, now, timers: runtime.timers, onDue: rerender })

  return {
    content,
    checkout,
    sources,
    ...admin,
    ...forms,
    renderer,
    reading,
    colocatedImages,
    landings,
    prices,
    posts: createPosts({ content, sources, pictures, renderer, now }),
    history: createHistory({
      ...files,
      dir,
      preview: reading.preview,
      isStored: async (path) => (await realPathInside(publicDir, path)) !== undefined,
    }),
    names: createNames({ content }),
    assets,
    brand,
    pages,
    feeds,
    cards,
    notifications,
    auditLog,
    observe,
    metrics,
    metricsSettings: config.metrics,
    figures: metricsRoutes(metrics, config.metrics),
    publicDir,
    trustedProxies: config.trustedProxies,
    tls,
    now,
    log,
    follow() {
      files.follow()
      cacheCleanup.start()
      indexRefresh.start()
    },
    /** Ends what would keep the process alive; returns once what visitors sent is written. */
    async close() {
      schedule.close()
      indexRefresh.close()
      pages.close()
      feeds.close()
      metrics?.close()
      const written = [notifications.close(), forms.close(), files.close(), auditLog.close()]
      await Promise.all([cacheCleanup.close(), renderer.close(), colocatedImages.close(), cards?.close(), ...written])
      cacheDb.close()
    },
  }
}

const adminVariables = ({ adminEmail, adminPassword, jwtSecret, rateLimits }: Config) => ({
  email: adminEmail,
  password: adminPassword,
  secret: jwtSecret,
  rateLimits,
})
