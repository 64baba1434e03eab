import type { Content } from '#server/content/content.ts'
import type { PostEntry } from '#server/content/post-file.ts'
import type { Snapshot } from '#server/content/snapshot.ts'
import { errorFields, type Log } from '#server/http/log.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { toPlainText } from '#server/lib/to-plain-text.ts'
import { tokenize } from '#server/lib/tokenize.ts'
import { type CacheDb, CacheLostError } from '#server/storage/cache-db.ts'

export const FIELDS = ['title', 'summary', 'body'] as const
export type Field = (typeof FIELDS)[number]

/** The tokens are separated and normalized already. Only their presence counts: without positions, the index takes a third. */
const FTS5_OPTIONS = `content='', contentless_delete=1, detail=none, tokenize='ascii', prefix='2 3'`

/** `revision` is that of the post's file when it was indexed. `search_word` also has words of posts that are gone. */
export const searchSchema = [
  'create table search_post (row integer primary key, id text not null unique, revision text not null)',
  'create table search_word (word text primary key) without rowid',
  ...FIELDS.map((field) => `create virtual table search_${field} using fts5(words, ${FTS5_OPTIONS})`),
].join(';\n')

/** Posts that one transaction indexes, in about 20 ms: requests are handled in between. */
const POSTS_PER_TRANSACTION = 20
/** Saves that follow each other are indexed together. */
const DEBOUNCE_MS = 500
const RETRY_AFTER_SECONDS = 5

export type SearchIndexDeps = {
  content: Pick<Content, 'snapshot' | 'onChange'>
  /** Returns a post's source. A post that cannot be read is found by its title and summary. */
  bodyOf: (entry: PostEntry) => Promise<string>
  cacheDb: CacheDb
  log: Pick<Log, 'warn'>
}
type Indexed = { row: number; revision: string }
type Tokens = Record<Field, readonly string[]>
export type SearchIndex = ReturnType<typeof createSearchIndex>

/** The words of all posts, whatever their state, in the derived database. Where that is lost, everything is indexed again. */
export function createSearchIndex({ content, bodyOf, cacheDb, log }: SearchIndexDeps) {
  /** What the database has, by post id; `undefined` until it is read. */
  let indexed: Map<string, Indexed> | undefined
  let indexedFrom: Snapshot | undefined
  let updating: Promise<void> | undefined
  let timer: Timer | undefined
  let isFollowing = false
  let isClosed = false

  const reset = () => {
    indexed = undefined
    indexedFrom = undefined
  }

  function updateLater(): void {
    if (!isFollowing) return
    timer ??= setTimeout(() => {
      timer = undefined
      update().catch((error) => log.warn('search index update failed', errorFields(error)))
    }, DEBOUNCE_MS).unref()
  }
  content.onChange(updateLater)
  cacheDb.onLost(() => {
    reset()
    updateLater()
  })

  const isUpToDate = () => content.snapshot() === indexedFrom

  /** Runs once for all callers, until the index has the current snapshot. */
  function update(): Promise<void> {
    const run = async () => {
      while (!isClosed && !isUpToDate()) await indexChanges(content.snapshot()).catch(ignoreLostCache)
    }
    updating ??= run().finally(() => {
      updating = undefined
    })
    return updating
  }

  /** Indexes what differs from the snapshot. Stops early, with a part indexed, once closed. */
  async function indexChanges(snapshot: Snapshot): Promise<void> {
    indexed ??= readIndexed()
    const known = indexed
    const { posts } = snapshot
    const removed = [...known.keys()].filter((id) => !posts.has(id))
    const changed = [...posts.values()].filter(({ id, revision }) => known.get(id)?.revision !== revision)
    const words = new Set<string>()
    try {
      if (removed.length > 0) remove(known, removed)
      for (let from = 0; from < changed.length && !isClosed; from += POSTS_PER_TRANSACTION) {
        const entries = changed.slice(from, from + POSTS_PER_TRANSACTION)
        const read = await Promise.all(entries.map(async (entry) => ({ entry, ...(await readTokens(entry)) })))
        for (const { id, row, revision } of put(known, read, words)) known.set(id, { row, revision })
        await Bun.sleep(0)
      }
    } catch (error) {
      reset()
      throw error
    }
    if (indexed === known && !isClosed) indexedFrom = snapshot
  }

  function readIndexed(): Map<string, Indexed> {
    const select = 'select id, row, revision from search_post'
    const rows = cacheDb.read((db) => db.query<Indexed & { id: string }, []>(select).all())
    return new Map(rows.map(({ id, row, revision }) => [id, { row, revision }]))
  }

  /** A text that cannot be read gets no revision, so that the next update tries it again. */
  async function readTokens(entry: PostEntry): Promise<{ revision: string; tokens: Tokens }> {
    const body = await bodyOf(entry).catch(() => undefined)
    const tokens = {
      title: unique(entry.title),
      summary: unique(toPlainText('html', entry.summary)),
      body: unique(toPlainText(entry.format, body ?? '')),
    }
    return { revision: body === undefined ? '' : entry.revision, tokens }
  }

  /** Writes some posts. `words` are those that are known to be in the vocabulary. */
  function put(
    known: ReadonlyMap<string, Indexed>,
    posts: readonly { entry: PostEntry; revision: string; tokens: Tokens }[],
    words: Set<string>,
  ): (Indexed & { id: string })[] {
    return cacheDb.write((db) => {
      const insertPost = db.query<{ row: number }, [number | null, string, string]>(
        'insert or replace into search_post (row, id, revision) values (?, ?, ?) returning row',
      )
      const insertWord = db.query('insert or ignore into search_word (word) values (?)')
      // All of these first: "or replace" makes FTS5 write what it holds in memory.
      const rows = posts.map(({ entry: { id }, revision, tokens }) => {
        const row = insertPost.get(known.get(id)?.row ?? null, id, revision)?.row ?? 0
        return { id, row, revision, tokens }
      })
      for (const { id, row, tokens } of rows) {
        for (const field of FIELDS) {
          if (known.has(id)) db.query(`delete from search_${field} where rowid = ?`).run(row)
          db.query(`insert into search_${field} (rowid, words) values (?, ?)`).run(row, tokens[field].join(' '))
          for (const word of tokens[field]) if (words.size !== words.add(word).size) insertWord.run(word)
        }
      }
      return rows
    })
  }

  function remove(known: Map<string, Indexed>, ids: readonly string[]): void {
    cacheDb.write((db) => {
      for (const id of ids) {
        const row = known.get(id)?.row ?? 0
        for (const field of FIELDS) db.query(`delete from search_${field} where rowid = ?`).run(row)
        db.query('delete from search_post where row = ?').run(row)
      }
    })
    for (const id of ids) known.delete(id)
  }

  /** The rows of posts with this word in a field, or with a word that begins with it. Words are quoted: FTS5 has operators. */
  function rowsWith(field: Field, word: string, isPrefix: boolean): number[] {
    const select = `select rowid from search_${field} where search_${field} match ?`
    const rows = cacheDb.read((db) =>
      db.query<never, [string]>(select).values(`"${word.replaceAll('"', '""')}"${isPrefix ? '*' : ''}`),
    )
    return rows.map(([row]) => Number(row))
  }

  /** Words with the same first letter and about as long. */
  function wordsLike(word: string, maxDifference: number): string[] {
    const [first = ''] = word
    const select = `select word from search_word where word >= ? and word < ? and length(word) between ? and ?`
    const range: [string, string, number, number] = [
      first,
      `${first}\u{10ffff}`,
      word.length - maxDifference,
      word.length + maxDifference,
    ]
    return cacheDb.read((db) => db.query<{ word: string }, typeof range>(select).all(...range)).map(({ word }) => word)
  }

  return {
    /** Returns the result of `read` on the current snapshot. Throws `UnavailableError` when the index is not ready in time. */
    async query<Result>(maxWaitMs: number, read: (snapshot: Snapshot) => Result): Promise<Result> {
      const deadline = performance.now() + maxWaitMs
      for (;;) {
        if (isClosed) throw notReady()
        if (!isUpToDate()) await beforeDeadline(deadline, update())
        else {
          try {
            return read(content.snapshot())
          } catch (error) {
            ignoreLostCache(error)
          }
        }
      }
    },
    rowOf: (id: string) => indexed?.get(id)?.row,
    rowsWith,
    wordsLike,
    /** Indexes now and after each change, so that searches need not wait. */
    follow(): void {
      isFollowing = true
      updateLater()
    },
    /** Returns once nothing is written to the database any more. */
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await updating?.catch(() => {})
    },
  }
}

const unique = (text: string) => [...new Set(tokenize(text))]

/** The next round of the caller's loop fills the new database. */
function ignoreLostCache(error: unknown): void {
  if (!(error instanceof CacheLostError)) throw error
}

const notReady = () =>
  new UnavailableError('The search is being prepared. Please try again in a moment.', RETRY_AFTER_SECONDS)

function beforeDeadline(deadline: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(notReady()), deadline - performance.now())
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
