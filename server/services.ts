import { createAdmin } from '#server/admin/admin.ts'
import { bylineOf } from '#server/blog/authors.ts'
import { createBlog } from '#server/blog/blog.ts'
import { createRenderer } from '#server/blog/render/renderer.ts'
import { createRecordChanges } from '#server/content/snapshot/changed-keys.ts'
import { createHistory } from '#server/git/history/history.ts'
import { createTrash } from '#server/git/history/trash.ts'
import { createResponseCache } from '#server/http/response-cache.ts'
import { readManifest } from '#server/http/static-files.ts'
import { createImporter } from '#server/import/importer.ts'
import { createLeadServices } from '#server/leads/leads.ts'
import { errorFields } from '#server/lib/log.ts'
import { createCards } from '#server/media/share-cards/cards.ts'
import { createDiskCheck } from '#server/ops/disk-check.ts'
import { createOps } from '#server/ops/ops.ts'
import { createSite } from '#server/pages/site.ts'
import { createWriting } from '#server/writing/writing.ts'
import type { Config, Runtime } from './config.ts'
import { createContentServices, prepareFolders } from './content-services.ts'
import { createSharedServices, openStores, type Stores } from './stores.ts'

/**
 * Creates everything that the routes use. The process holds the lock of the private folder until `close`. Throws
 * `OperatorError`.
 */
export async function createServices(config: Config, runtime: Runtime) {
  const stores = await openStores(config, runtime)
  const { processLock, close } = stores
  try {
    const services = await assemble(config, runtime, stores)
    return { ...services, processLock, close: () => services.close().finally(close) }
  } catch (error) {
    await close()
    throw error
  }
}

export type Services = Awaited<ReturnType<typeof createServices>>

async function assemble(config: Config, runtime: Runtime, { database, cacheDb }: Stores) {
  const { now, log, dist } = runtime
  const { privateDir, contentDir: dir, publicUrl, tls, cdnSeconds } = config
  const publicDir = await prepareFolders(config, log)
  /** The records that changed without a change of content: pages that used them are rendered again. */
  const changedRecords = createRecordChanges()
  const renderer = createRenderer({ cacheDb, rendering: runtime.rendering })
  let isClosing = false
  /** A worker that ends with the process is no error. */
  const logUnlessClosing = (error: unknown) => {
    if (!isClosing) log.error('renderer not warmed', errorFields(error))
  }
  // Not cached at the first start: then the worker starts while the content is read, because the first page waits for it.
  renderer.html('md', '*').catch(logUnlessClosing)
  /** Starting the sanitizer takes half a second: the first text to be rendered should not wait for it. */
  const prepareRenderer = () => void renderer.warmUp().catch(logUnlessClosing)
  const files = await createContentServices(config, { cacheDb, database, now, log })
  const { content, versions, checkout, timeMachine } = files
  const importer = createImporter({ content, dir, privateDir, now, log })
  const site = () => content.snapshot().site
  const { workingCopies, pictures, imageDetails, deletedImages, assets, ...shared } = await createSharedServices(
    { privateDir, publicDir, now, log },
    database,
  )
  const writing = createWriting({ content, workingCopies, now, converter: runtime.converter })
  const manifest = await readManifest(dist)
  const cache = createResponseCache(runtime.pageCacheBytes)
  const cards = await createCards({ dir: publicDir, dist, mark: manifest.statics['brand/mark.svg'] ?? '', log })
  const blog = createBlog({
    content,
    dir,
    publicDir,
    versions,
    pictures,
    cards,
    renderer,
    now,
    log,
    cacheDb,
    cache,
    imageDetails,
    deletedImages,
    isRecorded: async () => {
      await checkout?.idle()
      return (checkout?.state().commits.waiting ?? 0) === 0
    },
    claimDerived: checkout?.claimDerived,
    invalidate: changedRecords.emit,
    unsavedText: workingCopies.allText,
    blockLines: writing.blockLines,
    readersOf: writing.presence.readersOf,
  })
  const [admin, leads, publicSite] = await Promise.all([
    createAdmin(config, {
      ...runtime,
      database,
      slug: site().slug,
      name: () => site().name,
      solver: manifest.captcha,
      isAuthor: (id) => content.snapshot().authors.has(id),
      bylineOf: (writer) => bylineOf(writer, content.snapshot()),
    }),
    createLeadServices(config, { ...runtime, cacheDb, database, site, tls }),
    createSite({
      dist,
      manifest,
      content,
      publicUrl,
      tls,
      cdnSeconds,
      now,
      log,
      assets: runtime.assets,
      sharedAssets: assets,
      blog,
      cards,
      placed: blog.colocatedImages.placed,
      renderer,
      captcha: config.captcha,
      port: config.port,
      cache,
      timers: runtime.timers,
    }),
  ])
  changedRecords.on(publicSite.invalidate)
  const previewLinks = blog.createPreviewLinks(admin.previews, files.sharedCommits)
  checkout?.startCommits()
  const diskFolders = [privateDir, ...(checkout ? [checkout.repository.gitFolder] : [])]
  const disk = createDiskCheck({ folders: diskFolders, log })
  content.onChange(disk.succeeded)
  const ops = await createOps({
    stuckSaves: files.stuckSaves,
    disk,
    content,
    checkout,
    pages: publicSite.pages,
    manifest,
    tls,
    log,
    logs: leads.logs,
    database,
    waitingImages: blog.colocatedImages.waitingImages,
    notifications: leads.notifications,
    loginFailures: admin.auditLog.failures,
    settings: { ...config, hints: runtime.hints ?? [] },
    now,
    storage: [leads.signUps, leads.messages, leads.inbox, admin.auditLog],
    metricsSettings: config.metrics,
    trustedProxies: config.trustedProxies,
  })
  const { isStored } = pictures
  const history = createHistory({ ...files, dir, preview: blog.queries.preview, isStored })
  const trash = createTrash({ ...files, dir, isStored, now })
  const branches = files.createBranches(admin.tokens.branches)
  blog.colocatedImages.update()

  return {
    cacheDb,
    content,
    contentDir: dir,
    checkout,
    versions,
    renderer,
    prepareRenderer,
    previewLinks,
    blog,
    history,
    trash,
    repairs: files.repairs,
    stuckSaves: files.stuckSaves,
    disk,
    timeMachine,
    branches,
    importer,
    admin,
    leads,
    site: publicSite,
    /** Rendered pages, which the listener serves without routing. */
    pages: publicSite.pages,
    ops,
    writing,
    /** Deletes unsaved texts and unused uploads of a month ago. */
    removeOld: shared.removeOld,
    observe: ops.observe,
    publicDir,
    pictures,
    now,
    publicUrl,
    trustedProxies: config.trustedProxies,
    tls,
    log,
    /** Follows changes of the content folder from now on. */
    follow() {
      files.follow(prepareRenderer)
      importer.resume().catch((error) => log.error('import not resumed', errorFields(error)))
      blog.start()
      disk.start()
      ops.lastBackup.start()
      shared.removeOld()
    },
    /** Stops all work; resolves when everything that visitors sent is on disk. */
    async close() {
      isClosing = true
      writing.close()
      shared.close()
      disk.close()
      ops.lastBackup.close()
      cards.close()
      const written = [leads.close(), importer.close().then(files.close), admin.close(), previewLinks.close()]
      await Promise.all([publicSite.close(), blog.close(), renderer.close(), ...written])
    },
  }
}
