import { join } from 'node:path'
import { createContentFolder } from '#server/content/content-files.ts'
import { isReadable } from '#server/content/decode-file.ts'
import { createDecodedCache, createVersionStore, createVersionSync } from '#server/content/file-cache.ts'
import { createRedirectFile, createRedirectTracker } from '#server/content/redirects.ts'
import { type CheckoutOptions, createCheckout } from '#server/git/checkout.ts'
import { GitError } from '#server/git/run-git.ts'
import { errorFields } from '#server/http/log.ts'
import type { CacheDb } from '#server/storage/cache-db.ts'
import type { Config, Runtime } from './config.ts'
import { createContent } from './content/store.ts'
import { watchContent } from './content/watch-content.ts'
import { openWriter } from './content/writer.ts'

/** Leaves the start alone. */
const CACHE_WRITE_MS = 3_000

type Options = Pick<CheckoutOptions, 'privateDir' | 'author'> & { cacheDb: CacheDb }

/** The content, its git checkout, and the services that follow both. Throws `InvalidContentFolderError`. */
export async function createContentServices(config: Config, { now, log }: Runtime, options: Options) {
  const { privateDir, author, cacheDb } = options
  const { contentDir: dir, gitCommit, gitPush: push } = config
  const publicDir = join(config.storageDir, 'public')
  const versions = createVersionStore(cacheDb)
  const decodedCache = createDecodedCache(cacheDb)
  const since = Date.now()
  const writer = await openWriter({
    folder: createContentFolder(dir),
    journalFolder: join(privateDir, 'commit-queue'),
    now,
    log,
  })
  let gitProblem: string | undefined
  const opened = gitCommit ? createCheckout({ dir, publicDir, push, now, log, privateDir, author, writer }) : undefined
  const checkout = await opened?.catch((error) => {
    if (!(error instanceof GitError)) throw error
    gitProblem = error.reason
    log.error('git checkout not opened: saves are not committed', { reason: gitProblem })
    return undefined
  })
  const content = await createContent({
    dir,
    log,
    versions,
    decodedCache,
    readCommitted: checkout?.readCommitted,
    writer,
    onFileLoaded: versions.setLastGood,
  })
  const versionSync = createVersionSync({ content, dir, versions, cacheDb })
  const redirects = createRedirectTracker({
    content,
    versions,
    redirectFile: createRedirectFile(join(privateDir, 'old-addresses.txt')),
    log,
  })
  let watch: ReturnType<typeof watchContent> | undefined

  return {
    content,
    checkout,
    /** Why saves are not committed although the content folder is in a checkout. */
    gitProblem,
    versions,
    /** Starts to follow changes of the content folder, and to sync with the remote. */
    follow() {
      watch ??= watchContent({ content, dir, log, since })
      redirects.follow()
      versionSync.start()
      setTimeout(() => void decodedCache.write(), CACHE_WRITE_MS).unref()
      checkout
        ?.follow({ exclusively: content.exclusively, isReadable })
        .catch((error) => log.error('git', errorFields(error)))
    },
    async close() {
      await redirects.close()
      await Promise.all([watch?.close(), checkout?.close()])
      await versionSync.close()
    },
  }
}
