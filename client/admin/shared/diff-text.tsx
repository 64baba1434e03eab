import { diffComm } from 'node-diff3'
import { useMemo } from 'react'
import { createStyled } from '#client/ui/base/styles.ts'
import { linesOf, PIECES_MAX, wordsOf } from './differences.ts'

/** A rewritten text of more characters would be out of sight below the struck-out one, which is next to it anyway. */
const REWRITTEN_CHARACTERS = 200
/** The share of the shorter text that is in both; below it, a text is rewritten. */
const MIN_COMMON_SHARE = 0.25

/** Renders a text with removed parts struck out and added parts underlined; of a long text that was rewritten, only the new one. */
export function DiffText({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => {
    const all = textDiff(before, after)
    return before.length > REWRITTEN_CHARACTERS && isRewritten(all) ? [{ kind: 'new' as const, text: after }] : all
  }, [before, after])
  return parts.map(({ kind, text }, at) => {
    const key = `${at}${kind}`
    if (kind === 'gone') return <Gone key={key}>{text}</Gone>
    return kind === 'new' ? <New key={key}>{text}</New> : <span key={key}>{text}</span>
  })
}

function isRewritten(parts: readonly DiffPart[]): boolean {
  const lettersOf = (kind: DiffPart['kind']) =>
    parts.reduce((sum, part) => sum + (part.kind === kind ? part.text.replace(/\s/g, '').length : 0), 0)
  const same = lettersOf('same')
  return same < MIN_COMMON_SHARE * (same + Math.min(lettersOf('gone'), lettersOf('new')))
}

/** Announces changes to screen readers. Positioned inside its word, so that the page does not become longer. */
const visuallyHidden = `position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;`

export type DiffPart = { kind: 'same' | 'gone' | 'new'; text: string }

/** Compares two texts by word; long texts by line, and very long ones as a whole. */
export function textDiff(before: string, after: string): DiffPart[] {
  const pieces = [wordsOf, linesOf].map((split) => [split(before), split(after)] as const)
  const fitting = pieces.find((both) => both.every(({ length }) => length <= PIECES_MAX))
  const [old, next] = fitting ?? [[before], [after]]
  const parts = diffComm(old, next).map(({ common, buffer1, buffer2 }) =>
    common ? { same: common.join('') } : { gone: (buffer1 ?? []).join(''), new: (buffer2 ?? []).join('') },
  )
  return joined(parts)
}

type Found = { same: string } | { gone: string; new: string }

/** Merges a space between two changed words into the change, so that it reads as one. */
function joined(parts: readonly Found[]): DiffPart[] {
  const found: Found[] = []
  for (const [at, part] of parts.entries()) {
    const last = found.at(-1)
    const isBlank = 'same' in part && /^\s+$/.test(part.same) && at < parts.length - 1
    const change = isBlank ? { gone: part.same, new: part.same } : part
    if (last && 'gone' in last && 'gone' in change) {
      last.gone += change.gone
      last.new += change.new
    } else found.push({ ...part })
  }
  return found.flatMap(asParts).filter(({ text }) => text !== '')
}

const asParts = (part: Found): DiffPart[] =>
  'same' in part
    ? [{ kind: 'same', text: part.same }]
    : [
        { kind: 'gone', text: part.gone },
        { kind: 'new', text: part.new },
      ]

const s = createStyled('diff-text')
export const Gone = s('del')`
  position: relative;
  border-radius: 3px;
  background: var(--danger-soft);
  text-decoration: line-through;
  &::before { content: ' [removed: '; ${visuallyHidden} }
  &::after { content: '] '; ${visuallyHidden} }
`
export const New = s('ins')`
  position: relative;
  del + & { margin-left: 3px; }
  border-radius: 3px;
  background: var(--success-soft);
  font-weight: 650;
  text-decoration-line: underline;
  text-decoration-thickness: 2px;
  text-underline-offset: 3px;
  &::before { content: ' [added: '; ${visuallyHidden} }
  &::after { content: '] '; ${visuallyHidden} }
`
