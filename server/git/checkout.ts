import { join } from 'node:path'
import type { ChangeNote, SavedFile } from '#server/content/content.ts'
import { errorFields } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'
import { entriesAt } from './commit.ts'
import { type CommitsState, createCommitQueue } from './commit-queue.ts'
import { allowedChanges, prefixOf } from './merge-remote.ts'
import { type Author, readBlobs } from './objects.ts'
import { createRemote, type Remote, type RemoteOptions, type RemoteState } from './remote.ts'
import { openRepository, type Repository } from './repository.ts'

export type CheckoutOptions = {
  /** The content folder. */
  dir: string
  /** `storage/public` and `storage/private`. */
  publicDir: string
  privateDir: string
  author(): Author
  /** GIT_PUSH. */
  push: boolean
  now(): Date
  log: Log
  retryMs?: number
}

export type CheckoutState = { commits: CommitsState; remote: RemoteState | undefined }

/** How content is reloaded after a merge, and how a merge is validated. Paths are relative to the content folder. */
export type Merging = Pick<RemoteOptions, 'exclusively'> & {
  isReadable(file: string, bytes: Uint8Array): boolean
}

/**
 * The git checkout of the content folder: commits each save and, with GIT_PUSH, syncs with the remote. Returns `undefined`
 * where there is none. Throws `GitError` for one that git cannot or may not read, and without git.
 */
export async function createCheckout({ dir, publicDir, privateDir, push, ...options }: CheckoutOptions) {
  const { author, log, now } = options
  const repository = await openRepository(dir)
  if (!repository) return
  const commits = await createCommitQueue({
    ...options,
    repository,
    queueFolder: join(privateDir, 'commit-queue'),
    onCommit: () => void remote?.sync(),
  })
  let remote: Remote | undefined

  return {
    repository,
    /** Reads committed content files; files that HEAD does not contain are left out. Never rejects. */
    async readCommitted(files: readonly string[]): Promise<Map<string, Uint8Array>> {
      try {
        const prefix = (await prefixOf(repository.root, dir)) ?? ''
        const paths = files.map((file) => prefix + file)
        const entries = await entriesAt(repository.git, 'HEAD', paths)
        const blobs = await readBlobs(repository.git, [...new Set([...entries.values()].map(({ blob }) => blob))])
        return new Map(
          files.flatMap((file) => {
            const bytes = blobs.get(entries.get(prefix + file)?.blob ?? '')
            return bytes ? [[file, bytes]] : []
          }),
        )
      } catch (error) {
        log.warn('committed files not read', errorFields(error))
        return new Map()
      }
    },
    /** Queues the commit of a save that is about to be written. */
    beginCommit: (files: readonly SavedFile[], { subject, id, files: stored = [], via = 'dashboard' }: ChangeNote) =>
      commits.begin([...files, ...stored.map(newFile)], {
        subject,
        trailers: { ...(id !== undefined && { 'Content-Id': id }), Via: via },
      }),
    /** Starts to sync with the remote, with GIT_PUSH. */
    async follow({ exclusively, isReadable }: Merging): Promise<void> {
      if (!push) return
      const inContent = await contentPaths(repository, dir)
      remote = createRemote({
        repository,
        author,
        log,
        now,
        isAllowed: await allowedChanges(repository, [dir, publicDir], privateDir),
        exclusively: (job) =>
          exclusively(async () => {
            // Uncommitted files of a save would block a merge.
            await commits.idle()
            return (await job()).flatMap((path) => inContent(path) ?? [])
          }),
        unreadable: (files) =>
          files.flatMap(({ path, bytes }) => {
            const file = inContent(path)
            return file === undefined || isReadable(file, bytes) ? [] : [path]
          }),
      })
      void remote.sync()
    },
    /** Syncs with the remote now, with GIT_PUSH. */
    sync: async (): Promise<void> => remote?.sync(),
    idle: commits.idle,
    state: (): CheckoutState => ({ commits: commits.state(), remote: remote?.state() }),
    /** The last push, and the last time that checkout and remote were the same; unknown before the first time. */
    times: () => remote?.times() ?? {},
    async close(): Promise<void> {
      await Promise.all([commits.close(), remote?.close()])
    },
  }
}
export type Checkout = Awaited<ReturnType<typeof createCheckout>>

const newFile = (file: string) => ({ file, before: null, after: Bun.file(file) })

/** Converts a path in the repository to one in the content folder; `undefined` outside. */
async function contentPaths({ root }: Repository, dir: string) {
  const prefix = (await prefixOf(root, dir)) ?? ''
  return (path: string) => (path.startsWith(prefix) ? path.slice(prefix.length) : undefined)
}
