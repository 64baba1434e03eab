import type { PostFormat } from '#contract/post-form.ts'
import type { ConflictWords, FieldConflict, StalePost } from '#contract/posts.ts'
import { DomainError } from '#server/lib/errors.ts'
import { readableText } from '#server/text/scan/readable-text.ts'
import { formattingChanges } from './formatting-changes.ts'

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
    const context = at === -1 ? [] : stale.around.slice(at, at + 2)
    const words = await wordsOf(conflict, context, field === 'summary' ? { mine: 'html', theirs: 'html' } : formats)
    return words ? { ...conflict, words } : conflict
  }

  /** `undefined` for a text that cannot be rendered. */
  async function wordsOf(
    { base, mine, theirs }: FieldConflict,
    [above = '', below = '']: readonly string[],
    { mine: own, theirs: other }: Record<'mine' | 'theirs', PostFormat>,
  ): Promise<ConflictWords | undefined> {
    const rendered = (source: unknown, as: PostFormat) => html(as, String(source ?? ''))
    try {
      const [was, my, their] = [
        base === null ? null : await rendered(base, other),
        await rendered(mine, own),
        await rendered(theirs, other),
      ]
      return {
        base: was === null ? null : readableText(was),
        mine: readableText(my),
        theirs: readableText(their),
        above: linesOf(readableText(await rendered(above, other)))
          .slice(-CONTEXT_LINES)
          .join('\n'),
        below: linesOf(readableText(await rendered(below, other)))
          .slice(0, CONTEXT_LINES)
          .join('\n'),
        formatting: {
          mine: formattingChanges(was ?? their, my),
          theirs: was === null ? [] : formattingChanges(was, their),
        },
      }
    } catch (error) {
      if (error instanceof DomainError) return undefined
      throw error
    }
  }

  return { ...stale, overlaps: await Promise.all(stale.overlaps.map(add)) }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')
