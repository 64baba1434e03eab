import { join } from 'node:path'
import { type BranchLinks, createBranchService } from '#server/branches/branches.ts'
import { createFileCache } from '#server/content/file-cache.ts'
import { createContentFolder } from '#server/content/files/content-files.ts'
import { createRedirectFile, createRedirectTracker } from '#server/content/redirects.ts'
import { createRepairs } from '#server/content/repairs.ts'
import { createCheckout } from '#server/git/checkout.ts'
import { prepareClone } from '#server/git/clone-site.ts'
import { createCommitHistory } from '#server/git/history/commit-history.ts'
import { createStuckSaves } from '#server/git/history/stuck-saves.ts'
import { openCheckout } from '#server/git/open-checkout.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { unencryptedConnections } from '#server/lib/unencrypted.ts'
import type { CacheDb } from '#server/storage/cache-db.ts'
import { ensurePublicDir, removeTemporaryFiles } from '#server/storage/prepare-folder.ts'
import type { SharedSaves } from '#server/storage/shared-saves.ts'
import { createTimeMachine } from '#server/time-machine/time-machine.ts'
import { createContent } from './content/store.ts'
import { watchContent } from './content/watch-content.ts'
import { journaledFiles, openWriter } from './content/writer.ts'

type ContentConfig = {
  contentDir: string
  storageDir: string
  privateDir: string
  gitCommit: boolean
  gitPush: boolean
  gitRemote: string | undefined
  databaseUrl?: string | undefined
  gitBranch: string | undefined
}
type ContentDeps = {
  now(): Date
  log: Log
  cacheDb: CacheDb
  database: { saves: SharedSaves; assertReachable(): Promise<void> } | undefined
}

const journalFolderOf = (privateDir: string) => join(privateDir, 'commit-queue')

/**
 * Warns of connections that are not encrypted. Clones GIT_REMOTE into empty folders, or repairs its clone, creates the folder of public files, and removes temporary files of a crash. Returns
 * the folder of public files. Throws `OperatorError`.
 */
export async function prepareFolders(
  { contentDir, storageDir, privateDir, gitRemote, gitBranch, databaseUrl }: ContentConfig,
  log: Log,
) {
  for (const one of unencryptedConnections({ databaseUrl, gitRemote })) log.warn('connection not encrypted', one)
  const publicDir = join(storageDir, 'public')
  if (gitRemote !== undefined) {
    const pending = await journaledFiles(journalFolderOf(privateDir))
    await prepareClone({ remote: gitRemote, branch: gitBranch, contentDir, publicDir, pending, log })
  }
  ensurePublicDir(publicDir)
  for (const folder of [privateDir, publicDir]) await removeTemporaryFiles(folder, { recursive: true })
  return publicDir
}

/** The content, its git checkout, and the services that follow both. Throws `InvalidContentFolderError`. */
export async function createContentServices(config: ContentConfig, deps: ContentDeps) {
  const { now, log, cacheDb, database } = deps
  const { contentDir: dir, privateDir, gitCommit, gitPush: push, gitRemote: remoteUrl, gitBranch: branch } = config
  const publicDir = join(config.storageDir, 'public')
  const cache = createFileCache({ cacheDb, dir })
  const journalFolder = journalFolderOf(privateDir)
  const folder = createContentFolder(dir)
  const writer = await openWriter({ folder, journalFolder, now, log })
  const signatures = await folder.signatures()
  const saves = push ? database?.saves : undefined
  const opened = gitCommit ? await openCheckout(dir, { remoteUrl, branch, log }) : undefined
  const content = await createContent({
    dir,
    log,
    cache,
    writer,
    signatures,
    readCommitted: opened?.readCommitted,
    // Where replicas share them, a save is recorded in the database instead.
    assertSavable: saves ? undefined : database?.assertReachable,
  })
  const checkout = createCheckout({
    opened,
    content,
    dir,
    publicDir,
    privateDir,
    push,
    saves,
    branch,
    writer,
    now,
    log,
  })
  const redirectFile = createRedirectFile(join(privateDir, 'old-addresses.txt'))
  const redirects = createRedirectTracker({ content, versions: cache, redirectFile, log })
  const timeMachine = createTimeMachine({ dir, checkout, now })
  /** With several replicas: what the commits say of their files. */
  const sharedCommits = checkout && saves ? createCommitHistory(checkout.repository, dir) : undefined
  const stuckSaves = createStuckSaves({ checkout, content })
  let watch: ReturnType<typeof watchContent> | undefined

  return {
    content,
    checkout,
    sharedCommits,
    stuckSaves,
    repairs: createRepairs({ content, dir }),
    timeMachine,
    /** The branches that can be previewed and published. */
    createBranches: (links: BranchLinks) =>
      createBranchService({ storageDir: config.storageDir, checkout, timeMachine, links, now, log }),
    /** Valid texts by their revision. */
    versions: cache,
    /** Starts to follow changes of the content folder, and to sync with the remote. `onChanged`: see `watchContent`. */
    follow(onChanged?: () => void) {
      watch ??= watchContent({ content, dir, log, signatures, onChanged })
      redirects.follow()
      cache.follow(content)
      stuckSaves.follow()
      checkout?.follow().catch((error) => log.error('git', errorFields(error)))
    },
    async close() {
      timeMachine.close()
      stuckSaves.close()
      await watch?.close()
      await redirects.close()
      await Promise.all([checkout?.close(), cache.close()])
    },
  }
}
