import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isId } from '#contract/ids.ts'
import type { ChangeNote, Transaction } from '#server/content/content.ts'
import { changedPosts } from '#server/content/diff-posts.ts'
import { ContentFileError } from '#server/content/errors.ts'
import { decodeFields, decodePost, editPost } from '#server/content/post-file.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import type { ContentStore } from '#server/content/store.ts'
import type { VersionStore } from '#server/content/version-store.ts'
import { errorFields } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'
import { oneAtATime } from '#server/lib/mutex.ts'
import { ensurePrivateDir } from '#server/storage/folders.ts'
import { replaceFile } from '#server/storage/replace-file.ts'
import { detectRenames, type Rename, type TextOf } from './detect-renames.ts'

type Deps = {
  content: ContentStore
  versions: Pick<VersionStore, 'read' | 'lastGood'>
  /** Where those are kept that cannot be written into the files. */
  oldAddresses: OldAddresses
  log: Log
}

/**
 * A post's file that gets another name outside the dashboard (`git mv`, a pull) keeps its old address: it is added to the
 * file's aliases, as a change of its own. Also for what happened while the site did not run. Where the folder cannot be
 * written, the site leads on by itself, and tries again at its next start.
 */
export function createRedirectTracker({ content, versions, oldAddresses, log }: Deps) {
  const alone = oneAtATime()
  let working: Promise<void> = Promise.resolve()
  let following = false
  /** In no file, so that each change of the files may lose them. */
  let unwritten: readonly Rename[] = []

  const textOf: TextOf = async (post) =>
    versions.read(post.revision) ?? (await content.text(post).catch(() => undefined))

  function keep(find: () => Promise<readonly Rename[]>): void {
    working = alone(async () => {
      const moves = await find()
      if (moves.length > 0) await write(moves)
    }).catch((error) => log.error('old addresses not kept', errorFields(error)))
  }

  async function write(moves: readonly Rename[]): Promise<void> {
    const note = (written: readonly Rename[]): ChangeNote => ({ subject: describe(written), via: 'site' })
    try {
      const written = await content.change((tx) => addAliases(tx, moves), note)
      if (written.length > 0)
        log.info('old addresses kept', { moves: written.map(({ from, to }) => `${from} → ${to}`) })
    } catch (error) {
      log.warn('old addresses are not in the files', { ...errorFields(error) })
      const open = moves.filter((move) => isOpen(move, content.snapshot()))
      unwritten = [...unwritten, ...open]
      await oldAddresses.add(open)
      await content.addRedirects(open)
    }
  }

  content.onChange((before, after) => {
    if (!following) return
    const changed = changedPosts(before.posts, after.posts)
    const gone = changed.flatMap((id) => (isUnresolved(id, after) ? (before.posts.get(id) ?? []) : []))
    const came = changed.flatMap((id) => (before.posts.has(id) ? [] : (after.posts.get(id) ?? [])))
    if (gone.length > 0 && came.length > 0) keep(() => detectRenames(gone, came, textOf))
    const lost = unwritten.filter((move) => isOpen(move, after))
    unwritten = unwritten.filter((move) => !lost.includes(move))
    if (lost.length > 0) keep(async () => lost)
  })

  /** What has got another name since the last run. */
  async function sinceLastRun(): Promise<Rename[]> {
    const known = [...versions.lastGood()].filter(([file]) => /^posts\/.*\.(?:md|html)$/.test(file))
    const now = content.snapshot()
    const gone = await Promise.all(known.map(([file, revision]) => lastHeld(file, revision, now)))
    const files = new Set(known.map(([file]) => file))
    const came = [...now.posts.values()].filter(({ file }) => !files.has(file))
    return detectRenames(
      gone.flatMap((post) => post ?? []),
      came,
      textOf,
    )
  }

  async function lastHeld(file: string, revision: string, now: Snapshot): Promise<PostEntry | undefined> {
    if (content.files().has(file)) return undefined
    const text = versions.read(revision)
    const post = text === undefined ? undefined : readable(file, text, revision)
    return post && isUnresolved(post.id, now) ? post : undefined
  }

  return {
    /** From now on. */
    follow(): void {
      following = true
      keep(async () => [
        ...(await oldAddresses.read()),
        ...(content.snapshot().posts.size > 0 ? await sinceLastRun() : []),
      ])
    },
    async close(): Promise<void> {
      following = false
      await working
    },
  }
}

const isUnresolved = (id: string, { posts, aliases }: Snapshot) => !posts.has(id) && !aliases.has(id)
const isOpen = ({ from, to }: Rename, now: Snapshot) => isUnresolved(from, now) && now.posts.has(to)

/** Adds the old ids to the aliases of the posts; returns the moves that were not resolved already. */
async function addAliases(tx: Transaction, moves: readonly Rename[]): Promise<readonly Rename[]> {
  const open = moves.filter((move) => isOpen(move, tx.snapshot))
  for (const [id, found] of Map.groupBy(open, ({ to }) => to)) {
    const file = tx.snapshot.posts.get(id)?.file ?? ''
    const text = await tx.read(file)
    const aliases = [...decodeFields(text).aliases.filter((one) => one !== id), ...found.map(({ from }) => from)]
    tx.write(file, editPost(text, { aliases }))
  }
  return open
}

function describe(moves: readonly Rename[]): string {
  const [first] = moves
  return moves.length === 1 && first
    ? `post: keep the old address ${first.from} of ${first.to}`
    : `posts: keep ${moves.length} old addresses`
}

function readable(file: string, text: string, revision: string): PostEntry | undefined {
  try {
    return decodePost(file, text, revision)
  } catch (error) {
    if (error instanceof ContentFileError) return undefined
    throw error
  }
}

export type OldAddresses = ReturnType<typeof createOldAddresses>

/** Old ids of posts whose files cannot be written, over restarts: one line for each, the old id and the new one. */
export function createOldAddresses(file: string) {
  async function read(): Promise<Rename[]> {
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    return lines.flatMap((line) => {
      const [from, to] = line.split(' ')
      return isId(from) && isId(to) ? [{ from, to }] : []
    })
  }

  async function add(moves: readonly Rename[]): Promise<void> {
    const from = new Set(moves.map((move) => move.from))
    const all = [...(await read()).filter((move) => !from.has(move.from)), ...moves]
    await ensurePrivateDir(dirname(file))
    await replaceFile(file, all.map((move) => `${move.from} ${move.to}\n`).join(''), { mode: 0o600 })
  }

  return { read, add }
}
