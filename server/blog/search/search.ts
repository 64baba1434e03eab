import { SEARCH_WORDS_MAX } from '#contract/limits.ts'
import type { FoundIn } from '#contract/posts.ts'
import type { Content } from '#server/content/content.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { errorFields } from '#server/http/error-handler.ts'
import type { Log } from '#server/http/log.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { toPlainText } from '#server/lib/to-plain-text.ts'
import { type CacheDb, CacheLostError } from '#server/storage/cache-db.ts'
import { firstMatch, highlight, snippet } from './highlight.ts'
import { match, type SearchMatch } from './match.ts'
import { createSearchIndex } from './search-index.ts'
import { tokenize } from './tokenize.ts'

/** A search that waits longer for the index would lose its connection (see `IDLE_SECONDS`). */
const MAX_WAIT_MS = 8_000
const RETRY_AFTER_SECONDS = 5
/** Saves that follow each other are indexed together. */
const DEBOUNCE_MS = 500

export type SearchDeps = {
  content: Pick<Content, 'snapshot' | 'onChange'>
  /** Returns a post's source. A post that cannot be read is found by its title and summary. */
  bodyOf: (entry: PostEntry) => Promise<string>
  cacheDb: CacheDb
  log: Pick<Log, 'warn'>
  maxWaitMs?: number | undefined
}
export type Search = ReturnType<typeof createSearch>

/** Finds posts by their words. */
export function createSearch({ content, bodyOf, cacheDb, log, maxWaitMs = MAX_WAIT_MS }: SearchDeps) {
  const index = createSearchIndex(cacheDb, bodyOf)
  let updating: Promise<void> | undefined
  let timer: Timer | undefined
  let isFollowing = false
  let isClosed = false

  async function update(): Promise<void> {
    while (!isClosed && !index.isUpToDate(content.snapshot())) {
      await index.update(content.snapshot(), () => isClosed).catch(ignoreLostCache)
    }
  }

  /** Runs once for all callers. */
  function updateIndex(): Promise<void> {
    updating ??= update().finally(() => {
      updating = undefined
    })
    return updating
  }

  function updateLater(): void {
    if (!isFollowing) return
    timer ??= setTimeout(() => {
      timer = undefined
      updateIndex().catch((error) => log.warn('search index update failed', errorFields(error)))
    }, DEBOUNCE_MS).unref()
  }
  content.onChange(updateLater)
  cacheDb.onLost(updateLater)

  /** Returns the visible posts with all words of the query. Throws `UnavailableError` while the index takes too long. */
  async function find(query: string, visibleIn: (snapshot: Snapshot) => Iterable<PostEntry>): Promise<SearchMatch> {
    const words = [...new Set(tokenize(query))].slice(0, SEARCH_WORDS_MAX)
    const deadline = performance.now() + maxWaitMs
    for (;;) {
      if (isClosed) throw notReady()
      const snapshot = content.snapshot()
      if (!index.isUpToDate(snapshot)) await beforeDeadline(deadline, updateIndex())
      else {
        try {
          return match(words, index, snapshot, visibleIn(snapshot))
        } catch (error) {
          ignoreLostCache(error)
        }
      }
    }
  }

  /** Returns the title and the part of summary or text with a match, as HTML. */
  async function foundIn(entry: PostEntry, { matches }: SearchMatch): Promise<FoundIn> {
    const summary = toPlainText('html', entry.summary)
    const inSummary = firstMatch(summary, matches)
    const text = inSummary === undefined ? toPlainText(entry.format, await bodyOf(entry).catch(() => '')) : ''
    const inText = firstMatch(text, matches)
    const part = inText === undefined ? snippet(summary, inSummary ?? 0) : snippet(text, inText)
    return { title: highlight(entry.title, matches), text: highlight(part, matches) }
  }

  return {
    find,
    foundIn,
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
