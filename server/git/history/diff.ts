import { diffArrays } from 'diff'
import type { DiffHunk, DiffPart, TextDiff } from '#contract/history.ts'

/** After this time the rest is shown as replaced; only texts that share almost nothing take so long. */
const TIMEOUT_MS = 300
/** Below this share of common characters, the texts are shown one after the other: a word diff would be unreadable. */
const MIN_COMMON_SHARE = 0.4
const CONTEXT_LINES = 2
/** The maximum of a whole diff. */
const SHOWN_MAX_CHARACTERS = 40_000

/** The changes of a text, by line and, in changed lines, by word. The parts contain both texts completely. */
export function diffTexts(before: string, after: string): DiffPart[] {
  const deadline = performance.now() + TIMEOUT_MS
  const changes = compare(linesOf(before), linesOf(after), deadline)
  return joined(
    changes.flatMap((one) => ('same' in one ? [same(one.same)] : diffWords(one.removed, one.added, deadline))),
  )
}

/** The changes of a short text by word. */
export function diffWords(before: string, after: string, deadline = performance.now() + TIMEOUT_MS): DiffPart[] {
  if (before === '' || after === '') return replaced(before, after)
  const changes = compare(wordsOf(before), wordsOf(after), deadline)
  const common = changes.reduce((sum, one) => sum + ('same' in one ? lettersIn(one.same) : 0), 0)
  if (common < MIN_COMMON_SHARE * Math.max(lettersIn(before), lettersIn(after))) return replaced(before, after)
  return joined(changes.flatMap((one) => ('same' in one ? [same(one.same)] : replaced(one.removed, one.added))))
}

export const replaced = (before: string, after: string): DiffPart[] =>
  [
    { kind: 'removed' as const, text: before },
    { kind: 'added' as const, text: after },
  ].filter(({ text }) => text !== '')

const same = (text: string): DiffPart => ({ kind: 'same', text })
const linesOf = (text: string) => text.split(/(?<=\n)/).filter((line) => line !== '')
const wordsOf = (text: string) => text.match(/(?:[\p{L}\p{N}]+|[^\p{L}\p{N}\s])[^\S\n]*|\s/gu) ?? []
const lettersIn = (text: string) => text.replace(/\s+/g, '').length

type Change = { same: string } | { removed: string; added: string }

function compare(before: string[], after: string[], deadline: number): Change[] {
  const found = diffArrays(before, after, { timeout: Math.max(0, deadline - performance.now()) })
  if (!found) return [{ removed: before.join(''), added: after.join('') }]
  const changes: Change[] = []
  for (const { value, added, removed } of found) {
    const text = value.join('')
    const last = changes.at(-1)
    if (!added && !removed) changes.push({ same: text })
    else if (last && 'added' in last) last[added ? 'added' : 'removed'] += text
    else changes.push(added ? { removed: '', added: text } : { removed: text, added: '' })
  }
  return changes
}

/** Joins adjacent parts of one kind. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const all: DiffPart[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (last?.kind === part.kind) last.text += part.text
    else all.push({ ...part })
  }
  return all
}

/** The changes of a text with the lines around them, and the number of lines left out between them. */
export function hunksOf(parts: readonly DiffPart[]): TextDiff {
  if (parts.every(({ kind }) => kind === 'same')) return { hunks: [], cut: false }
  const hunks: DiffHunk[] = []
  let open: DiffHunk = { skipped: 0, parts: [] }
  for (const [at, part] of parts.entries()) {
    const split =
      part.kind === 'same' ? splitContext(part.text, parts[at - 1]?.text, at === parts.length - 1) : undefined
    open.parts.push(split ? same(split.head) : part)
    if (!split) continue
    hunks.push(open)
    open = { skipped: split.skipped, parts: [same(split.tail)] }
  }
  return truncated([...hunks, open].filter((hunk) => hunk.parts.some(({ kind }) => kind !== 'same')))
}

/** Both ends of unchanged text, where more than one line is between them. A line that changed in part is shown whole. */
function splitContext(text: string, before: string | undefined, isLast: boolean) {
  const lines = text.split(/(?<=\n)/)
  const head = before === undefined ? 0 : CONTEXT_LINES + (before.endsWith('\n') ? 0 : 1)
  const tail = isLast ? 0 : CONTEXT_LINES + (text.endsWith('\n') ? 0 : 1)
  const skipped = lines.length - head - tail
  if (skipped < 2) return
  return { head: lines.slice(0, head).join(''), skipped, tail: lines.slice(lines.length - tail).join('') }
}

function truncated(hunks: readonly DiffHunk[]): TextDiff {
  let room = SHOWN_MAX_CHARACTERS
  let cut = false
  const shown = hunks.flatMap(({ skipped, parts }) => {
    const visible: DiffPart[] = []
    for (const part of parts) {
      if (part.text.length > room) cut = true
      if (room > 0) visible.push({ ...part, text: part.text.slice(0, room) })
      room = Math.max(0, room - part.text.length)
    }
    return visible.length === 0 ? [] : [{ skipped, parts: visible.filter(({ text }) => text !== '') }]
  })
  return { hunks: shown, cut }
}
