import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isId } from '#contract/validate.ts'
import { type AuthorEntry, decodeFile, type TermEntry } from '#server/content/files/decode-file.ts'
import { bodyOf, decodeFields, editPost, type PostEntry } from '#server/content/files/post-file.ts'
import { withFormerIds } from '#server/content/files/term-file.ts'
import type { Rename } from '#server/content/snapshot/aliases.ts'
import { isOpen, isUnresolved, type Replaced } from '#server/content/snapshot/renames.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { ensurePrivateDir, replaceFile, unlessMissing } from '#server/storage/files.ts'
import { ifValid } from '#server/text/front-matter/content-file-error.ts'
import type { ContentStore, Transaction } from './content.ts'
import type { FileCache } from './file-cache.ts'

const FILES_LOGGED_MAX = 1000

type Deps = {
  content: ContentStore
  versions: Pick<FileCache, 'read' | 'bytes' | 'lastGood'>
  redirectFile: RedirectFile
  log: Log
}

/**
 * Redirects the former URL of a post, category, tag or author whose file is renamed outside the dashboard (`git mv`, a pull), also
 * while the site did not run: the old id becomes an alias in the file. Where the file cannot be written, the redirect is stored in a file of
 * its own, and the alias is added at the next start.
 */
export function createRedirectTracker({ content, versions, redirectFile, log }: Deps) {
  const mutex = createMutex()
  let working: Promise<void> = Promise.resolve()

  const textOf: TextOf = async (post) => versions.read(post.revision) ?? content.text(post).catch(() => '')
  const detect = async (all: readonly Replaced[]) =>
    (await Promise.all(all.map((one) => detectRenames(one, textOf)))).flat()

  function redirect(find: () => Promise<readonly Rename[]>): void {
    working = mutex(async () => {
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

  /** Compares the files with those of the last run. */
  async function renamesSinceLastRun(): Promise<Rename[]> {
    const now = content.snapshot()
    const known = versions.lastGood()
    if (known.size === 0) return []
    const gone = [...known].flatMap(([file, revision]) => {
      const bytes = content.files().has(file) ? undefined : versions.bytes(revision)
      return (bytes && ifValid(() => decodeFile(file, bytes))) ?? []
    })
    const isNew = ({ file }: { file: string }) => file !== '' && !known.has(file)
    const terms = (['categories', 'tags'] as const).map((kind) => ({
      kind,
      removed: gone.filter((one) => one.kind === kind && isUnresolved(kind, one.id, now)) as TermEntry[],
      added: [...now[kind].values()].filter(isNew),
    }))
    const authors = {
      kind: 'authors' as const,
      removed: gone.filter((one) => one.kind === 'authors' && isUnresolved('authors', one.id, now)) as AuthorEntry[],
      added: [...now.authors.values()].filter(isNew),
    }
    const posts = gone.flatMap((one) =>
      one.kind === 'posts' && isUnresolved('posts', one.post.id, now) ? [one.post] : [],
    )
    const added = [...now.posts.values()].filter(isNew)
    // After an update, these may be files that this version reads and the one before did not.
    if (added.length > 0)
      log.info('posts added since the last run', {
        count: added.length,
        files: added.slice(0, FILES_LOGGED_MAX).map(({ file }) => file),
      })
    return detect([{ kind: 'posts', removed: posts, added }, ...terms, authors])
  }

  return {
    follow(): void {
      content.onReplaced((replaced, moved) => redirect(async () => [...moved, ...(await detect(replaced))]))
      redirect(async () => [...(await redirectFile.read()), ...(await renamesSinceLastRun())])
    },
    close: (): Promise<void> => working,
  }
}

/** Adds the old ids to the aliases in the files; returns the renames that were not resolved already. */
async function addAliases(tx: Transaction, renames: readonly Rename[]): Promise<readonly Rename[]> {
  const open = renames.filter((one) => isOpen(one, tx.snapshot))
  for (const [file, found] of Map.groupBy(open, ({ kind, to }) => tx.snapshot[kind].get(to)?.file ?? '')) {
    const text = await tx.read(file)
    const former = found.map(({ from }) => from)
    for (const { kind, to: id } of found.slice(0, 1))
      tx.write(file, kind === 'posts' ? withAliases(text, { id, former }) : withFormerIds(text, { id, former }))
  }
  return open
}

type FormerIds = { id: string; former: readonly string[] }

const withAliases = (text: string, { id, former }: FormerIds): string =>
  editPost(text, { aliases: [...decodeFields(text).aliases.filter((one) => one !== id), ...former] })

const LABELS = { posts: 'post', categories: 'category', tags: 'tag', authors: 'author' } as const

function describe(renames: readonly Rename[]): string {
  const [first] = renames
  const kinds = new Set(renames.map(({ kind }) => kind))
  return renames.length === 1 && first
    ? `${LABELS[first.kind]}: keep the old address ${first.from} of ${first.to}`
    : `${[...kinds].join(', ')}: keep ${renames.length} old addresses`
}

type RedirectFile = ReturnType<typeof createRedirectFile>

/**
 * Redirects to entries whose files cannot be written, one line each: the old id and the new one. Those of categories, tags and authors
 * begin with the kind, `tags/old new`, which releases that redirect only posts skip.
 */
export function createRedirectFile(file: string) {
  const written = ({ kind, from }: Rename) => (kind === 'posts' ? from : `${kind}/${from}`)

  const lines = async (): Promise<string[]> => ((await readFile(file, 'utf8').catch(unlessMissing)) ?? '').split('\n')

  async function read(): Promise<Rename[]> {
    return (await lines()).flatMap((line) => {
      const [, kind = 'posts', from, to] = /^(?:(categories|tags|authors)\/)?(\S+) (\S+)/.exec(line) ?? []
      return isId(from) && isId(to) ? [{ kind: kind as Rename['kind'], from, to }] : []
    })
  }

  async function add(renames: readonly Rename[]): Promise<void> {
    const from = new Set(renames.map(written))
    // Lines that this version cannot read stay, and so does what a newer one has added to a line.
    const others = (await lines()).filter((line) => line !== '' && !from.has(line.split(' ')[0] ?? ''))
    const all = [...others, ...renames.map((one) => `${written(one)} ${one.to}`)]
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

type TextOf = (post: PostEntry) => Promise<string>

/**
 * Pairs removed with added posts that have the same text, the same title and date, or a similar text, categories and tags
 * with the same text, name or description, and authors with the same text or name. Each is used once.
 */
function detectRenames(replaced: Replaced, textOf: TextOf): Promise<Rename[]> {
  if (replaced.kind === 'authors') return pair(replaced, async (from, to) => (isSameName(from, to) ? 1 : 0))
  if (replaced.kind !== 'posts') return pair(replaced, async (from, to) => (isSameTerm(from, to) ? 1 : 0))
  const lines = new Map<PostEntry, Promise<ReadonlySet<string>>>()
  const linesIn = (post: PostEntry) => lines.getOrInsertComputed(post, async () => linesOf(await textOf(post)))
  return pair(replaced, async (from, to) => {
    if (from.title === to.title && from.date === to.date) return 1
    return commonShare(await linesIn(from), await linesIn(to))
  })
}

const isSameName = (a: { name: string }, b: { name: string }) => a.name.toLowerCase() === b.name.toLowerCase()

const isSameTerm = (a: TermEntry, b: TermEntry) =>
  isSameName(a, b) || (a.description !== null && a.description === b.description)

async function pair<Entry extends { id: string; revision: string }>(
  { kind, removed, added }: { kind: Rename['kind']; removed: readonly Entry[]; added: readonly Entry[] },
  similarity: (from: Entry, to: Entry) => Promise<number>,
): Promise<Rename[]> {
  const isFew = removed.length * added.length <= MAX_PAIRS
  const pairs: (Rename & { share: number })[] = []
  for (const from of removed)
    for (const to of added) {
      const share = from.revision === to.revision ? 2 : isFew ? await similarity(from, to) : 0
      if (share >= MIN_SHARE) pairs.push({ kind, from: from.id, to: to.id, share })
    }
  const used = new Set<string>()
  return pairs
    .sort((a, b) => b.share - a.share)
    .flatMap(({ from, to }) => {
      if (used.has(from) || used.has(to)) return []
      used.add(from).add(to)
      return [{ kind, from, to }]
    })
}

const linesOf = (text: string) => new Set((text && bodyOf(text)).split('\n').filter((line) => line.trim() !== ''))

function commonShare(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const count = Math.max(a.size, b.size)
  return count < MIN_LINES ? 0 : a.intersection(b).size / count
}
