import type { Database } from 'bun:sqlite'
import { fileURLToPath } from 'node:url'
import { type ContentFolder, createContentFolder, fileText, revisionOf } from '#server/content/files/content-files.ts'
import { type DecodedPost, decodeFile, revisionIn } from '#server/content/files/decode-file.ts'
import { ContentNotFoundError } from '#server/content/files/errors.ts'
import { isPictureFile } from '#server/content/files/post-names.ts'
import type { LoadedFile, LoadedFiles } from '#server/content/snapshot/snapshot.ts'
import { DAY_MS } from '#server/lib/clock.ts'
import { sourceVersion } from '#server/lib/source-version.ts'
import type { CacheDb } from '#server/storage/cache-db.ts'
import { type FileSignature, type FileSignatures, statFiles } from '#server/storage/files.ts'
import { ifValid } from '#server/text/front-matter/content-file-error.ts'
import type { ContentStore } from './content.ts'

/**
 * A text without `unused_since`, in milliseconds, is the last valid one of its file. `signature` is that of the file from
 * which a post was decoded, `decoder` the version of the code that did it.
 */
export const fileCacheSchema = `
  create table content_version (
    file text not null, revision text not null, unused_since integer, bytes blob not null, primary key (file, revision));
  create index content_version_revision on content_version (revision);
  create index content_version_unused on content_version (unused_since, file, revision);
  create table decoded_post (
    file text primary key, revision text not null, signature text not null, decoder text not null, decoded text not null)
    without rowid`

/** How long a text stays that its file does not have any more: an editor may have started from it. */
const RETENTION_MS = 30 * DAY_MS
/** A file that changed less than this before it was read may change again without another signature. */
const SETTLED_MS = 2_000
/** Files that one transaction stores, in about 10 ms: requests are handled in between. */
const FILES_AT_ONCE = 50

/** `afterStartMs` leaves the start alone. `afterChangeMs` is long, because comparing ten thousand files takes 50 ms. */
type SyncDelays = { afterStartMs: number; afterChangeMs: number }
const DELAYS: SyncDelays = { afterStartMs: 3_000, afterChangeMs: 60_000 }

/** What the cache lacks of a file: its text, and the post that was decoded from it. */
type Missing = { file: string; revision: string; post: DecodedPost | undefined }

type Options = { cacheDb: CacheDb; dir: string; now?: () => number; delays?: SyncDelays }
export type FileCache = ReturnType<typeof createFileCache>

/**
 * Valid texts of content files, for files that are invalid at a start and for saves of editors who started from an older
 * text; and decoded posts, so that a start reads only the files that changed since. Paths are those in the content folder.
 * Never throws: without a database the cache is empty.
 */
export function createFileCache({ cacheDb, dir, now = Date.now, delays = DELAYS }: Options) {
  const folder = createContentFolder(dir)
  const decoder = sourceVersion(fileURLToPath(import.meta.resolve('#server/content/files/decode-file.ts')))
  let running = Promise.resolve()
  let timer: Timer | undefined
  let isClosed = false
  /** Texts as the first start has read them, until they are stored: their files may change before. */
  const unstored = new Map<string, { revision: string; bytes: Uint8Array }>()

  /** Stores a text for thirty days, or longer where it is the last valid one of its file. */
  const store = (file: string, revision: string, bytes: Uint8Array) =>
    cacheDb.tryWrite((db) => {
      insert(db, file, revision, bytes)
      if (unstored.get(file)?.revision === revision) unstored.delete(file)
    })

  const setLastGood = (file: string, revision: string, bytes: Uint8Array) =>
    cacheDb.tryWrite((db) => {
      insert(db, file, revision, bytes)
      setCurrent(db, file, revision)
      deleteUnused(db)
    })

  let storedBefore: ReadonlyMap<string, string> | undefined
  /** Keeps a text that the start has read until `sync` stores it. */
  function hold(file: string, revision: string, bytes: Uint8Array): void {
    storedBefore ??= lastGood()
    if (storedBefore.get(file) !== revision) unstored.set(file, { revision, bytes })
  }

  const setDeleted = (file: string) =>
    cacheDb.tryWrite((db) => {
      setCurrent(db, file, null)
      deleteUnused(db)
      db.query('delete from decoded_post where file = ?').run(file)
    })

  function insert(db: Database, file: string, revision: string, bytes: Uint8Array): void {
    db.query(`insert into content_version (file, revision, unused_since, bytes) values (?, ?, ?, ?)
      on conflict (file, revision) do update set bytes = excluded.bytes`).run(file, revision, now(), bytes)
  }

  function setCurrent(db: Database, file: string, current: string | null): void {
    db.query(`update content_version set unused_since = iif(revision is $current, null, ifnull(unused_since, $now))
      where file = $file`).run({ file, current, now: now() })
  }

  function deleteUnused(db: Database): void {
    db.query('delete from content_version where unused_since < ?').run(now() - RETENTION_MS)
  }

  /** Returns path → last valid revision. */
  const lastGood = () => revisions('select file, revision from content_version where unused_since is null')

  function revisions(select: string, ...given: string[]): Map<string, string> {
    const rows = cacheDb.tryRead((db) => db.query<{ file: string; revision: string }, string[]>(select).all(...given))
    return new Map(rows?.map(({ file, revision }) => [file, revision]))
  }

  /** Returns the bytes with this revision, which may come from a request. */
  function bytes(revision: string): Uint8Array | undefined {
    for (const one of unstored.values()) if (one.revision === revision) return one.bytes
    const select = 'select bytes from content_version where revision = ?'
    const found = cacheDb.tryRead((db) => db.query<{ bytes: Uint8Array }, [string]>(select).get(revision))?.bytes
    return found && revisionOf(found) === revision ? found : undefined
  }

  /** Returns the text with this revision, byte order mark included. */
  function read(revision: string): string | undefined {
    const found = bytes(revision)
    return found && fileText(found)
  }

  /** Returns the posts of the files that have not changed since they were stored. */
  function decodedPosts(signatures: FileSignatures): Map<string, DecodedPost> {
    const select = 'select file, signature, decoded from decoded_post where decoder = ?'
    type Row = { file: string; signature: string; decoded: string }
    const rows = cacheDb.tryRead((db) => db.query<Row, [string]>(select).all(decoder)) ?? []
    const unchanged = rows.filter(({ file, signature }) => signatures.get(file)?.text === signature)
    return new Map(unchanged.map(({ file, decoded }) => [file, JSON.parse(decoded)]))
  }

  /** Stores what the cache lacks of these files, and notes deleted ones. A loaded text is stored at once, by `setLastGood`. */
  async function sync(files: LoadedFiles): Promise<void> {
    const texts = lastGood()
    const posts = revisions('select file, revision from decoded_post where decoder = ?', decoder)
    for (const file of new Set([...texts.keys(), ...posts.keys()])) if (!files.get(file)?.decoded) setDeleted(file)
    const missing = [...files].flatMap(([file, { decoded }]): Missing[] => {
      if (!decoded || decoded.kind === 'pictures') return []
      const revision = revisionIn(decoded)
      const post = decoded.kind === 'posts' && posts.get(file) !== revision ? decoded : undefined
      return post || texts.get(file) !== revision ? [{ file, revision, post }] : []
    })
    for (let from = 0; from < missing.length; from += FILES_AT_ONCE) {
      if (isClosed) return
      await storeFiles(missing.slice(from, from + FILES_AT_ONCE))
      await Bun.sleep(0)
    }
    // Those that have changed since: an editor may have started from them.
    for (const [file, { revision, bytes }] of unstored) store(file, revision, bytes)
    unstored.clear()
    // Otherwise some 40 MB of ten thousand texts would stay.
    if (missing.length > FILES_AT_ONCE) Bun.gc(true)
  }

  async function storeFiles(missing: readonly Missing[]): Promise<void> {
    const signatures = await statFiles(
      dir,
      missing.map(({ file }) => file),
    )
    const read = await Promise.all(missing.map((one) => readMissing(one, signatures.get(one.file))))
    const found = read.filter((one) => one !== undefined)
    const upsert =
      'insert or replace into decoded_post (file, revision, signature, decoder, decoded) values (?, ?, ?, ?, ?)'
    const isStored = cacheDb.tryWrite((db) => {
      for (const { file, revision, bytes, post, signature } of found) {
        insert(db, file, revision, bytes)
        setCurrent(db, file, revision)
        if (post && signature) db.query(upsert).run(file, revision, signature, decoder, JSON.stringify(post))
      }
      deleteUnused(db)
      return true
    })
    if (!isStored) return
    for (const { file, revision } of found) if (unstored.get(file)?.revision === revision) unstored.delete(file)
  }

  /** `signature`: of the file, from before. A post is stored where the file has not changed since it was decoded. */
  async function readMissing({ file, revision, post }: Missing, signature: FileSignature | undefined) {
    const held = unstored.get(file)
    const onDisk = await folder.read(file).catch(() => undefined)
    const isOnDisk = onDisk !== undefined && revisionOf(onDisk) === revision
    const bytes = isOnDisk ? onDisk : held?.revision === revision ? held.bytes : undefined
    if (!bytes) return
    const isSettled = isOnDisk && signature !== undefined && signature.changedMs <= now() - SETTLED_MS
    return { file, revision, bytes, ...(isSettled && { post, signature: signature.text }) }
  }

  return {
    hold,
    store,
    setLastGood,
    setDeleted,
    lastGood,
    bytes,
    read,
    decodedPosts,
    sync,
    /** Syncs after the start, and from time to time after changes. */
    follow(content: Pick<ContentStore, 'onChange' | 'files'>): void {
      const syncAfter = (ms: number) => {
        timer ??= setTimeout(() => {
          timer = undefined
          running = running.then(() => sync(content.files()))
        }, ms).unref()
      }
      content.onChange(() => syncAfter(delays.afterChangeMs))
      cacheDb.onLost(() => syncAfter(delays.afterChangeMs))
      syncAfter(delays.afterStartMs)
    },
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await running
      const stored = lastGood()
      for (const [file, { revision, bytes }] of unstored) if (!stored.has(file)) setLastGood(file, revision, bytes)
    },
  }
}

/** Reads content files as the current commit has them; files that it does not have are left out. Never rejects. */
export type ReadCommitted = (files: readonly string[]) => Promise<ReadonlyMap<string, Uint8Array>>

/** Returns the files, invalid ones with their last valid version from the cache or else from git, where there is one. */
export async function restoreLastGood(
  files: LoadedFiles,
  cache: FileCache,
  readCommitted?: ReadCommitted,
): Promise<LoadedFiles> {
  const invalid = [...files].flatMap(([file, one]) => (isInvalid(one) && !isPictureFile(file) ? [file] : []))
  if (invalid.length === 0) return files
  const next = new Map(files)
  const restore = (file: string, bytes: Uint8Array | undefined) => {
    // An earlier release may have accepted what this one rejects.
    const decoded = bytes && ifValid(() => decodeFile(file, bytes))
    if (decoded) next.set(file, { decoded, problems: files.get(file)?.problems ?? [] })
    return decoded !== undefined
  }
  const revisions = cache.lastGood()
  const missing = invalid.filter((file) => !restore(file, cache.bytes(revisions.get(file) ?? '')))
  if (missing.length === 0 || !readCommitted) return next
  for (const [file, bytes] of await readCommitted(missing)) {
    if (restore(file, bytes)) cache.setLastGood(file, revisionOf(bytes), bytes)
  }
  return next
}

const isInvalid = ({ decoded, problems }: LoadedFile) =>
  !decoded && problems.some(({ severity }) => severity === 'error')

/** How often a missing file is looked for: an editor may be replacing it. */
const ATTEMPTS = 5
const RETRY_MS = 100

/**
 * The text that an entry of a snapshot was read from: from its file or, if the file has changed since, from the cache. If it
 * is in neither, the new text of the file, if that is valid. Throws `ContentNotFoundError`.
 */
export async function entryText(
  { folder, cache }: { folder: ContentFolder; cache?: FileCache | undefined },
  file: string,
  revision: string,
): Promise<string> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const bytes = await folder.read(file).catch(() => undefined)
    if (bytes && revisionOf(bytes) === revision) return fileText(bytes)
    const text = cache?.read(revision) ?? (bytes && ifValid(() => decodeFile(file, bytes) && fileText(bytes)))
    if (text !== undefined) return text
    if (attempt < ATTEMPTS) await Bun.sleep(RETRY_MS)
  }
  throw new ContentNotFoundError()
}
