import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isId } from '#contract/validate.ts'
import { bodyOf, decodeFields, decodePost, editPost, type PostEntry } from '#server/content/files/post-file.ts'
import { isPostFile } from '#server/content/files/post-names.ts'
import { isOpen, isUnresolved, type Rename } from '#server/content/snapshot/content-state.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { ensurePrivateDir, replaceFile, unlessMissing } from '#server/storage/files.ts'
import { ifValid } from '#server/text/front-matter/text-file.ts'
import type { ContentStore, Transaction } from './content.ts'
import type { FileCache } from './file-cache.ts'

const FILES_LOGGED_MAX = 1000

type Deps = {
  content: ContentStore
  versions: Pick<FileCache, 'read' | 'lastGood'>
  redirectFile: RedirectFile
  log: Log
}

/**
 * Redirects the former URL of a post whose file is renamed outside the dashboard (`git mv`, a pull), also while the site did
 * not run: the old id becomes an alias in the file. Where the file cannot be written, the redirect is stored in a file of
 * its own, and the alias is added at the next start.
 */
export function createRedirectTracker({ content, versions, redirectFile, log }: Deps) {
  const alone = createMutex()
  let working: Promise<void> = Promise.resolve()

  const textOf = async (post: PostEntry) => versions.read(post.revision) ?? content.text(post).catch(() => '')

  function redirect(find: () => Promise<readonly Rename[]>): void {
    working = alone(async () => {
      const renames = await find()
      if (renames.length > 0) await write(renames)
    }).catch((error) => log.error('redirects not stored', errorFields(error)))
  }

  async function write(renames: readonly Rename[]): Promise<void> {
    try {
      const written = await content.change(
        (tx) => addAliases(tx, renames),
        (done) => ({ subject: describe(done), via: 'site' }),
      )
      if (written.length > 0) log.info('redirects added', { renames: written.map(({ from, to }) => `${from} → ${to}`) })
    } catch (error) {
      log.warn('redirects not written to content files', errorFields(error))
      const open = renames.filter((one) => isOpen(one, content.snapshot()))
      await redirectFile.add(open)
      await content.addRedirects(open)
    }
  }

  /** Compares the posts with those of the last run. */
  async function renamesSinceLastRun(): Promise<Rename[]> {
    const now = content.snapshot()
    if (now.posts.size === 0) return []
    const known = [...versions.lastGood()].filter(([file]) => isPostFile(file))
    const removed = known.flatMap(([file, revision]) => {
      const text = content.files().has(file) ? undefined : versions.read(revision)
      const post = text === undefined ? undefined : ifValid(() => decodePost(file, text, revision))
      return post && isUnresolved(post.id, now) ? [post] : []
    })
    const files = new Set(known.map(([file]) => file))
    const added = [...now.posts.values()].filter(({ file }) => !files.has(file))
    // After an update, these may be files that this version reads and the one before did not.
    if (known.length > 0 && added.length > 0)
      log.info('posts added since the last run', {
        count: added.length,
        files: added.slice(0, FILES_LOGGED_MAX).map(({ file }) => file),
      })
    return detectRenames(removed, added, textOf)
  }

  return {
    follow(): void {
      content.onReplaced((removed, added, moved) =>
        redirect(async () => [...moved, ...(await detectRenames(removed, added, textOf))]),
      )
      redirect(async () => [...(await redirectFile.read()), ...(await renamesSinceLastRun())])
    },
    close: (): Promise<void> => working,
  }
}

/** Adds the old ids to the aliases of the posts; returns the renames that were not resolved already. */
async function addAliases(tx: Transaction, renames: readonly Rename[]): Promise<readonly Rename[]> {
  const open = renames.filter((one) => isOpen(one, tx.snapshot))
  for (const [id, found] of Map.groupBy(open, ({ to }) => to)) {
    const file = tx.snapshot.posts.get(id)?.file ?? ''
    const text = await tx.read(file)
    const aliases = [...decodeFields(text).aliases.filter((one) => one !== id), ...found.map(({ from }) => from)]
    tx.write(file, editPost(text, { aliases }))
  }
  return open
}

function describe(renames: readonly Rename[]): string {
  const [first] = renames
  return renames.length === 1 && first
    ? `post: keep the old address ${first.from} of ${first.to}`
    : `posts: keep ${renames.length} old addresses`
}

type RedirectFile = ReturnType<typeof createRedirectFile>

/** Redirects to posts whose files cannot be written, one line each: the old id and the new one. */
export function createRedirectFile(file: string) {
  const lines = async (): Promise<string[]> => ((await readFile(file, 'utf8').catch(unlessMissing)) ?? '').split('\n')

  async function read(): Promise<Rename[]> {
    return (await lines()).flatMap((line) => {
      const [from, to] = line.split(' ')
      return isId(from) && isId(to) ? [{ from, to }] : []
    })
  }

  async function add(renames: readonly Rename[]): Promise<void> {
    const from = new Set(renames.map((one) => one.from))
    // Lines that this version cannot read stay, and so does what a newer one has added to a line.
    const others = (await lines()).filter((line) => line !== '' && !from.has(line.split(' ')[0] ?? ''))
    const all = [...others, ...renames.map((one) => `${one.from} ${one.to}`)]
    await ensurePrivateDir(dirname(file))
    await replaceFile(file, `${all.join('\n')}\n`, { mode: 0o600 })
  }

  return { read, add }
}

/** The share of equal lines that makes a rename; git's default is 50 %. */
const MIN_SHARE = 0.6
/** Shorter texts are similar by chance. */
const MIN_LINES = 3
/** With more pairs, as after a checkout of a different site, only equal texts count as renames. */
const MAX_PAIRS = 400

/** Pairs removed with added posts that have the same text, the same title and date, or a similar text. Each post is used once. */
async function detectRenames(
  removed: readonly PostEntry[],
  added: readonly PostEntry[],
  textOf: (post: PostEntry) => Promise<string>,
): Promise<Rename[]> {
  const isFew = removed.length * added.length <= MAX_PAIRS
  const lines = new Map<PostEntry, Promise<ReadonlySet<string>>>()
  const linesIn = (post: PostEntry) => lines.getOrInsertComputed(post, async () => linesOf(await textOf(post)))
  const similarity = async (from: PostEntry, to: PostEntry): Promise<number> => {
    if (from.title === to.title && from.date === to.date) return 1
    return commonShare(await linesIn(from), await linesIn(to))
  }
  const pairs: (Rename & { share: number })[] = []
  for (const from of removed)
    for (const to of added) {
      const share = from.revision === to.revision ? 2 : isFew ? await similarity(from, to) : 0
      if (share >= MIN_SHARE) pairs.push({ from: from.id, to: to.id, share })
    }
  const used = new Set<string>()
  return pairs
    .sort((one, other) => other.share - one.share)
    .flatMap(({ from, to }) => {
      if (used.has(from) || used.has(to)) return []
      used.add(from).add(to)
      return [{ from, to }]
    })
}

const linesOf = (text: string) => new Set((text && bodyOf(text)).split('\n').filter((line) => line.trim() !== ''))

function commonShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const count = Math.max(one.size, other.size)
  return count < MIN_LINES ? 0 : one.intersection(other).size / count
}
