import type { FoundIn } from '#contract/found.ts'
import { SEARCH_WORDS_MAX } from '#contract/limits.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { UnavailableError } from '#server/lib/errors.ts'
import { type Found, match } from './match.ts'
import { plainBody } from './plain-body.ts'
import { firstHit, marked, snippet } from './quote.ts'
import { createSearchIndex, type SearchIndex } from './search-index.ts'
import { wordsOf } from './words.ts'

/** What is not prepared is read by the first who searches. Who waits longer than that would lose the connection (see `IDLE_SECONDS`), and hear nothing. */
const MAX_WAIT_MS = 8_000
const RETRY_SECONDS = 5

export type SearchDeps = {
  snapshot: () => Snapshot
  /** A post's source; a post whose source is gone is found by its title and summary. */
  bodyOf: (entry: PostEntry) => Promise<string>
  patienceMs?: number | undefined
}
export type Search = ReturnType<typeof createSearch>

/** Finds posts by their words (issue 7): title before category and tags before summary before text. */
export function createSearch({ snapshot, bodyOf, patienceMs = MAX_WAIT_MS }: SearchDeps) {
  const body = (entry: PostEntry) => bodyOf(entry).catch(() => '')
  const indexFor = createSearchIndex(body)
  let last: { shelf: SearchIndex; of: Snapshot } | undefined
  let coming: Promise<void> | undefined

  async function catchUp(): Promise<void> {
    const of = snapshot()
    last = { shelf: await indexFor(of), of }
  }

  /** Once for all who wait. */
  function caughtUp(): Promise<void> {
    coming ??= catchUp().finally(() => {
      coming = undefined
    })
    return coming
  }

  /** What is there at this moment. Throws `UnavailableError` where reading it takes too long; the reading goes on. */
  async function current() {
    const deadline = performance.now() + patienceMs
    while (last?.of !== snapshot()) await before(deadline, caughtUp())
    return last
  }

  /** Reads what changed, so that nobody who searches waits for it. Rejects where that fails. */
  async function prepare(): Promise<void> {
    while (last?.of !== snapshot()) await caughtUp()
  }

  /** The visible posts that have all words of the query; none for a query without a word. */
  async function find(query: string, visibleIn: (snapshot: Snapshot) => Iterable<PostEntry>): Promise<Found> {
    const words = [...new Set(wordsOf(query))].slice(0, SEARCH_WORDS_MAX)
    const { shelf: searchIndex, of } = await current()
    return match(words, searchIndex, of, new Set(visibleIn(of)))
  }

  /** How a found post is shown: its title and, of summary or text, the stretch that has a word. */
  async function foundIn(entry: PostEntry, { hits }: Found): Promise<FoundIn> {
    const summary = plainBody('html', entry.summary)
    const inSummary = firstHit(summary, hits)
    const text = inSummary === undefined ? plainBody(entry.format, await body(entry)) : ''
    const inText = firstHit(text, hits)
    const quote = inText === undefined ? snippet(summary, inSummary ?? 0) : snippet(text, inText)
    return { title: marked(entry.title, hits), text: marked(quote, hits) }
  }

  return { find, foundIn, prepare }
}

function before(deadline: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () =>
      late.reject(new UnavailableError('The search is being prepared. Please try again in a moment.', RETRY_SECONDS)),
    deadline - performance.now(),
  )
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
