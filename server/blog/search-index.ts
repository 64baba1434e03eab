import { once } from 'node:events'
import type { Content } from '#server/content/content.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createYielding, nextTurn } from '#server/lib/yielding.ts'
import { type CacheDb, CacheLostError } from '#server/storage/cache-db.ts'
import { indexedWords } from '#server/text/scan/indexed-words.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'

export const FIELDS = ['title', 'summary', 'body'] as const
export type Field = (typeof FIELDS)[number]
const COLUMNS = FIELDS.join(', ')

/**
 * `revision` is that of the post's file when it was indexed, `body` its plain text. The words are normalized and separated already; only their
 * presence in a field counts. `search_word` lists them, also those of posts that are gone. `search_joined` has neighboring words as one.
 */
export const searchSchema = [
  'create table search_post (row integer primary key, id text not null unique, revision text not null, body text not null)',
  `create virtual table search_text using fts5(${COLUMNS}, content='', contentless_delete=1, detail=column, tokenize='ascii', prefix='2 3')`,
  `create virtual table search_joined using fts5(${COLUMNS}, content='', contentless_delete=1, detail=column, tokenize='ascii')`,
  `create virtual table search_word using fts5vocab(search_text, 'row')`,
].join(';\n')

/** What one transaction indexes, in about 20 ms: requests are handled in between. */
const TRANSACTION_MAX = { posts: 20, characters: 50_000 }
const RETRY_AFTER_SECONDS = 5

export type SearchIndexDeps = {
  content: Pick<Content, 'snapshot'>
  /** Returns a post's source. A post that cannot be read is found by its title and summary. */
  bodyOf: (entry: PostEntry) => Promise<string>
  cacheDb: CacheDb
  log: Pick<Log, 'warn'>
}
type Indexed = { row: number; revision: string }
type IndexedPost = { id: string; revision: string; words: readonly string[]; joined: readonly string[]; body: string }
export type SearchIndex = ReturnType<typeof createSearchIndex>

/**
 * The words of all posts, whatever their state, in the derived database. What changed is indexed by the next search; where
 * the database is lost, everything.
 */
export function createSearchIndex({ content, bodyOf, cacheDb, log }: SearchIndexDeps) {
  /** What the database has, by post id; `undefined` until it is read. */
  let indexed: Map<string, Indexed> | undefined
  let indexedFrom: Snapshot | undefined
  let updating: Promise<void> | undefined
  let isClosed = false

  function reset(): void {
    indexed = undefined
    indexedFrom = undefined
  }
  cacheDb.onLost(reset)

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
    const yielding = createYielding()
    const { posts } = snapshot
    const changed = [...posts.values()].filter(({ id, revision }) => known.get(id)?.revision !== revision)
    try {
      for (const id of known.keys()) if (!posts.has(id)) remove(known, id)
      for (let from = 0; from < changed.length && !isClosed; ) {
        const read: IndexedPost[] = []
        let characters = 0
        for (const entry of changed.slice(from, from + TRANSACTION_MAX.posts)) {
          const post = await readPost(entry)
          read.push(post)
          characters += post.body.length
          if (characters > TRANSACTION_MAX.characters) break
          await yielding()
        }
        await nextTurn()
        for (const [id, row] of put(read)) known.set(id, row)
        from += read.length
        await nextTurn()
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
    return new Map(rows.map(({ id, ...post }) => [id, post]))
  }

  /** A text that cannot be read gets no revision, so that the next update tries it again. */
  async function readPost(entry: PostEntry): Promise<IndexedPost> {
    const body = await bodyOf(entry).catch(() => undefined)
    const plain = toPlainText(entry.format, body ?? '')
    const found = [entry.title, toPlainText('html', entry.summary), plain].map(indexedWords)
    const words = found.map((one) => one.words.join(' '))
    const joined = found.map((one) => one.joined.join(' '))
    return { id: entry.id, revision: body === undefined ? '' : entry.revision, words, joined, body: plain }
  }

  const put = (posts: readonly IndexedPost[]): [string, Indexed][] =>
    cacheDb.write((db) => {
      const upsert = db.query<{ row: number }, [string, string, string]>(
        `insert into search_post (id, revision, body) values (?, ?, ?)
          on conflict (id) do update set revision = excluded.revision, body = excluded.body returning row`,
      )
      // All of these first: between them, FTS5 would write what it holds in memory.
      const rows = posts.map((post) => ({ ...post, row: upsert.get(post.id, post.revision, post.body)?.row ?? 0 }))
      const replace = (table: string, row: number, columns: readonly string[]) => {
        db.query(`delete from ${table} where rowid = ?`).run(row)
        db.query(`insert into ${table} (rowid, ${COLUMNS}) values (?, ?, ?, ?)`).run(row, ...columns)
      }
      for (const { row, words } of rows) replace('search_text', row, words)
      for (const { row, joined } of rows) replace('search_joined', row, joined)
      return rows.map(({ id, row, revision }) => [id, { row, revision }])
    })

  function remove(known: Map<string, Indexed>, id: string): void {
    cacheDb.write((db) => {
      for (const table of ['search_text', 'search_joined'])
        db.query(`delete from ${table} where rowid = ?`).run(known.get(id)?.row ?? 0)
      db.query('delete from search_post where id = ?').run(id)
    })
    known.delete(id)
  }

  function rowsIn(table: string, match: string): number[] {
    const select = `select rowid from ${table} where ${table} match ?`
    return cacheDb.read((db) => db.query<never, [string]>(select).values(match)).map(([row]) => Number(row))
  }

  return {
    /** Indexes what is new, so that the first search need not wait. */
    warmUp: (): Promise<void> => update().catch((error) => log.warn('search index update failed', errorFields(error))),
    /** Returns the result of `read` on the current snapshot. Throws `UnavailableError` when the index is not ready in time. */
    async query<Result>(maxWaitMs: number, read: (snapshot: Snapshot) => Promise<Result>): Promise<Result> {
      const deadline = AbortSignal.timeout(maxWaitMs)
      while (!isClosed && !deadline.aborted) {
        try {
          if (isUpToDate()) return await read(content.snapshot())
          await Promise.race([update(), once(deadline, 'abort')])
        } catch (error) {
          ignoreLostCache(error)
        }
      }
      throw new UnavailableError('The search is being prepared. Please try again in a moment.', RETRY_AFTER_SECONDS)
    },
    rowOf: (id: string) => indexed?.get(id)?.row,
    /** The plain text of a post that is indexed as it is now: converting it for each search would take milliseconds. */
    bodyOf({ id, revision }: PostEntry): string | undefined {
      const row = indexed?.get(id)
      if (row?.revision !== revision) return undefined
      const select = 'select body from search_post where row = ?'
      return cacheDb.read((db) => db.query<{ body: string }, [number]>(select).get(row.row))?.body
    },
    /** The rows of posts with this word in a field, or with a word that begins with it. */
    rowsWith: (field: Field, word: string, isPrefix: boolean): number[] =>
      rowsIn('search_text', `${field} : ${quoted(word)}${isPrefix ? '*' : ''}`),
    /** The rows of posts with this word in a field as two, or with hyphens. */
    rowsWithJoined: (field: Field, word: string): number[] => rowsIn('search_joined', `${field} : ${quoted(word)}`),
    /** Words with the same first letter and about as long. */
    wordsLike(word: string, maxDifference: number): string[] {
      const [first = ''] = word
      const select = 'select term from search_word where term >= ? and term < ? and length(term) between ? and ?'
      const range = [word.length - maxDifference, word.length + maxDifference] as const
      const words = cacheDb.read((db) =>
        db.query<{ term: string }, [string, string, number, number]>(select).all(first, `${first}\u{10ffff}`, ...range),
      )
      return words.map(({ term }) => term)
    },
    /** Returns once nothing is written to the database any more. */
    async close(): Promise<void> {
      isClosed = true
      await updating?.catch(() => {})
    },
  }
}

/** FTS5 has operators. */
const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`

/** The next round of the caller's loop fills the new database. */
function ignoreLostCache(error: unknown): void {
  if (!(error instanceof CacheLostError)) throw error
}
