import { diffIndices } from 'node-diff3'
import type { DiffPart } from '#contract/history.ts'

/** Where more lines (or words) changed, or more of them are equal, the best match is not looked for: it would take a second. */
const CHANGED_MAX = 3_000
const PAIRS_MAX = 100_000
/** Below this share of common letters, two texts are told one after the other: word by word nobody could read them. */
const ALIKE = 0.4

/** What became of a text: line by line and, in lines that changed, word by word. Its parts give both texts back. */
export function diffTexts(before: string, after: string): DiffPart[] {
  const parts = compared(linesOf(before), linesOf(after)).flatMap((stretch) =>
    'same' in stretch ? [same(stretch.same)] : diffWords(stretch.removed, stretch.added),
  )
  return joined(parts)
}

/** Word by word, for texts of a few lines. */
export function diffWords(before: string, after: string): DiffPart[] {
  if (before === '' || after === '') return replaced(before, after)
  const stretches = compared(wordsOf(before), wordsOf(after))
  const sameLetters = stretches.map((stretch) => ('same' in stretch ? lettersIn(stretch.same) : 0)).reduce(sum, 0)
  if (sameLetters < ALIKE * Math.max(lettersIn(before), lettersIn(after))) return replaced(before, after)
  return joined(
    stretches.flatMap((stretch) =>
      'same' in stretch ? [same(stretch.same)] : replaced(stretch.removed, stretch.added),
    ),
  )
}

/** One text, and then the other. */
export const replaced = (before: string, after: string): DiffPart[] =>
  [
    { kind: 'removed' as const, text: before },
    { kind: 'added' as const, text: after },
  ].filter(({ text }) => text !== '')

const same = (text: string): DiffPart => ({ kind: 'same', text })
const linesOf = (text: string) => text.split(/(?<=\n)/).filter((line) => line !== '')
const wordsOf = (text: string) => text.match(/(?:[\p{L}\p{N}]+|[^\p{L}\p{N}\s])[^\S\n]*|\s/gu) ?? []
const lettersIn = (text: string) => text.replace(/\s+/g, '').length
const sum = (one: number, other: number) => one + other

type Stretch = { same: string } | { removed: string; added: string }

function compared(before: readonly string[], after: readonly string[]): Stretch[] {
  const start = commonStart(before, after)
  const end = commonStart(before.slice(start).toReversed(), after.slice(start).toReversed())
  const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)]
  const isHard = Math.max(old.length, now.length) > CHANGED_MAX || pairs(old, now) > PAIRS_MAX
  const between = isHard ? [{ removed: old.join(''), added: now.join('') }] : matched(old, now)
  return [{ same: before.slice(0, start).join('') }, ...between, { same: before.slice(before.length - end).join('') }]
}

function commonStart(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at === -1 ? one.length : at
}

function matched(before: readonly string[], after: readonly string[]): Stretch[] {
  const stretches: Stretch[] = []
  let at = 0
  for (const { buffer1, buffer2 } of diffIndices([...before], [...after])) {
    const [start, length]: number[] = buffer1
    const [other, added]: number[] = buffer2
    const old = slice(before, start, length)
    stretches.push({ same: before.slice(at, start).join('') }, { removed: old, added: slice(after, other, added) })
    at = (start ?? 0) + (length ?? 0)
  }
  return [...stretches, { same: before.slice(at).join('') }]
}

const slice = (all: readonly string[], start = 0, length = 0) => all.slice(start, start + length).join('')

function pairs(before: readonly string[], after: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const one of before) counts.set(one, (counts.get(one) ?? 0) + 1)
  return after.map((one) => counts.get(one) ?? 0).reduce(sum, 0)
}

/** Neighbours of one kind are one part. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const all: DiffPart[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (part.text === '') continue
    if (last?.kind === part.kind) last.text += part.text
    else all.push({ ...part })
  }
  return all
}
