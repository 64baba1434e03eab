import type { Node } from 'prosemirror-model'

/** How old children become new ones, in the order of the new ones. `old` is an index. */
export type Step =
  | { kind: 'keep'; old: number }
  | { kind: 'patch'; old: number; node: Node }
  | { kind: 'delete'; old: number }
  | { kind: 'insert'; node: Node }

/** Comparing each with each takes milliseconds up to here. */
const PAIRS_MAX = 40_000

export function align(old: readonly Node[], now: readonly Node[]): Step[] {
  const shorter = Math.min(old.length, now.length)
  let start = 0
  while (start < shorter && equal(old[start], now[start])) start++
  let end = 0
  while (end < shorter - start && equal(old.at(-1 - end), now.at(-1 - end))) end++
  const unchanged = (index: number): Step => ({ kind: 'keep', old: index })
  const oldMiddle = old.slice(start, old.length - end)
  const newMiddle = now.slice(start, now.length - end)
  return [
    ...Array.from({ length: start }, (_, index) => unchanged(index)),
    ...alignMiddle(oldMiddle, newMiddle, start),
    ...Array.from({ length: end }, (_, index) => unchanged(old.length - end + index)),
  ]
}

const equal = (a: Node | undefined, b: Node | undefined) => a !== undefined && b !== undefined && (a === b || a.eq(b))

function alignMiddle(old: readonly Node[], now: readonly Node[], shift: number): Step[] {
  if (old.length * now.length > PAIRS_MAX) return inOrder(old, now, shift)
  const scores = likenesses(old, now)
  const best = bestSums(scores, old.length, now.length)
  const steps: Step[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < now.length) {
    const node = now[j]
    const here = best[i]?.[j] ?? 0
    if (
      node &&
      i < old.length &&
      isPair(scores[i]?.[j]) &&
      here === (best[i + 1]?.[j + 1] ?? 0) + (scores[i]?.[j] ?? 0)
    ) {
      steps.push(scores[i]?.[j] === 1 ? { kind: 'keep', old: shift + i } : { kind: 'patch', old: shift + i, node })
      i++
      j++
    } else if (i < old.length && (j >= now.length || here === best[i + 1]?.[j])) {
      steps.push({ kind: 'delete', old: shift + i++ })
    } else if (node) {
      steps.push({ kind: 'insert', node })
      j++
    }
  }
  return steps
}

const isPair = (score: number | undefined) => score !== undefined && score > 0

/** `[i][j]`: the best sum of likenesses of `old` from `i` and `now` from `j`. */
function bestSums(scores: readonly number[][], oldLength: number, newLength: number): number[][] {
  const best = Array.from({ length: oldLength + 1 }, () => new Array<number>(newLength + 1).fill(0))
  for (let i = oldLength - 1; i >= 0; i--) {
    for (let j = newLength - 1; j >= 0; j--) {
      const pair = (best[i + 1]?.[j + 1] ?? 0) + (scores[i]?.[j] ?? 0)
      const row = best[i]
      if (row) row[j] = Math.max(pair, best[i + 1]?.[j] ?? 0, row[j + 1] ?? 0)
    }
  }
  return best
}

function likenesses(old: readonly Node[], now: readonly Node[]): number[][] {
  const oldTexts = old.map(textOf)
  const newTexts = now.map(textOf)
  return old.map((one, i) =>
    now.map((other, j) => (equal(one, other) ? 1 : likeness(one, other, oldTexts[i] ?? '', newTexts[j] ?? ''))),
  )
}

/** Leaves contain no text. */
const textOf = (node: Node): string =>
  node.textBetween(0, node.content.size, '\n', ({ attrs }) => JSON.stringify(attrs)) || String(node.attrs.text ?? '')

/** From 0, for nodes that cannot become each other, to less than 1. */
function likeness(one: Node, other: Node, oneText: string, otherText: string): number {
  const sameType = one.type === other.type
  if (!sameType && !(isText(one) && isText(other))) return 0
  return (sameType ? 0.1 : 0.05) + 0.8 * similarity(oneText, otherText)
}

const isText = (node: Node) => node.isTextblock && !node.type.spec.code

/** The part of the longer text that is equal from both ends. */
function similarity(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return (start + end) / Math.max(1, a.length, b.length)
}

function inOrder(old: readonly Node[], now: readonly Node[], shift: number): Step[] {
  const steps: Step[] = []
  for (let i = 0; i < Math.max(old.length, now.length); i++) {
    const before = old[i]
    const node = now[i]
    if (before && node && before.type === node.type) {
      steps.push(equal(before, node) ? { kind: 'keep', old: shift + i } : { kind: 'patch', old: shift + i, node })
      continue
    }
    if (before) steps.push({ kind: 'delete', old: shift + i })
    if (node) steps.push({ kind: 'insert', node })
  }
  return steps
}
