import { SEARCH_WORDS_MAX } from '#contract/limits.ts'
import type { FoundIn } from '#contract/posts.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { toPlainText } from '#server/lib/to-plain-text.ts'
import { tokenize } from '#server/lib/tokenize.ts'
import { firstMatch, highlight, snippet } from './highlight.ts'
import { match, type SearchMatch } from './match.ts'
import { createSearchIndex, type SearchIndexDeps } from './search-index.ts'

/** A search that waits longer for the index would lose its connection (see `IDLE_SECONDS`). */
const MAX_WAIT_MS = 8_000

/** Finds posts by their words. */
export function createSearch({ maxWaitMs = MAX_WAIT_MS, ...deps }: SearchIndexDeps & { maxWaitMs?: number }) {
  const index = createSearchIndex(deps)

  /** Returns the visible posts with all words of the query. Throws `UnavailableError` while the index takes too long. */
  function find(query: string, visibleIn: (snapshot: Snapshot) => Iterable<PostEntry>): Promise<SearchMatch> {
    const words = [...new Set(tokenize(query))].slice(0, SEARCH_WORDS_MAX)
    return index.query(maxWaitMs, (snapshot) => match(words, index, snapshot, visibleIn(snapshot)))
  }

  /** Returns the title and the part of summary or text with a match, as HTML. */
  async function foundIn(entry: PostEntry, { matches }: SearchMatch): Promise<FoundIn> {
    const summary = toPlainText('html', entry.summary)
    const inSummary = firstMatch(summary, matches)
    const text = inSummary === undefined ? toPlainText(entry.format, await deps.bodyOf(entry).catch(() => '')) : ''
    const inText = firstMatch(text, matches)
    const part = inText === undefined ? snippet(summary, inSummary ?? 0) : snippet(text, inText)
    return { title: highlight(entry.title, matches), text: highlight(part, matches) }
  }

  return { find, foundIn, follow: index.follow, close: index.close }
}
