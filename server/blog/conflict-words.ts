import type { PostFormat } from '#contract/post-form.ts'
import type { ConflictWords, FieldConflict, StalePost } from '#contract/posts.ts'
import { DomainError } from '#server/lib/errors.ts'
import { readableText } from '#server/lib/readable-text.ts'

/** The markup of more conflicts is shown as it is: each takes five renderings. */
const CONFLICTS_MAX = 20
const CONTEXT_LINES = 2

type Html = (format: PostFormat, source: string) => Promise<string>

/** Adds what readers see of each version to conflicts of the summary and the content. `format`: of my content. */
export async function withWords(stale: StalePost, format: PostFormat, html: Html): Promise<StalePost> {
  if (stale.overlaps.length > CONFLICTS_MAX) return stale
  const stretches = stale.overlaps.filter(({ field }) => field === 'content')
  const formats = { mine: format, theirs: stale.current.format }

  async function add(conflict: FieldConflict): Promise<FieldConflict> {
    const { field } = conflict
    if (field !== 'summary' && field !== 'content') return conflict
    const at = stretches.indexOf(conflict)
    const around = at === -1 ? [] : stale.around.slice(at, at + 2)
    const words = await wordsOf(conflict, around, field === 'summary' ? { mine: 'html', theirs: 'html' } : formats)
    return words && words.mine !== words.theirs ? { ...conflict, words } : conflict
  }

  /** `undefined` for a text that cannot be rendered. */
  async function wordsOf(
    { base, mine, theirs }: FieldConflict,
    [above = '', below = '']: readonly string[],
    { mine: own, theirs: other }: Record<'mine' | 'theirs', PostFormat>,
  ): Promise<ConflictWords | undefined> {
    const read = async (source: unknown, as: PostFormat) => readableText(await html(as, String(source ?? '')))
    try {
      return {
        base: base === null ? null : await read(base, other),
        mine: await read(mine, own),
        theirs: await read(theirs, other),
        above: linesOf(await read(above, other))
          .slice(-CONTEXT_LINES)
          .join('\n'),
        below: linesOf(await read(below, other))
          .slice(0, CONTEXT_LINES)
          .join('\n'),
      }
    } catch (error) {
      if (error instanceof DomainError) return undefined
      throw error
    }
  }

  return { ...stale, overlaps: await Promise.all(stale.overlaps.map(add)) }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')
