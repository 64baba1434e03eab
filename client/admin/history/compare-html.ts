import { differences } from '#client/admin/shared/differences.ts'
import { inlineChanges } from './compare-inline.ts'
import { blockNodesOf, inert, isBlock, type Kind, keyOf, markAs, nodesIn, similarity } from './html-parts.ts'

/** Lines of a source, counted from 0, without the last. `undefined`: nobody knows where a part of the page is written. */
export type LineRange = { from: number; to: number }
export type Change = {
  kind: 'added' | 'removed' | 'changed'
  /** The words of the part, as the newer version has it. */
  text: string
  /** Where the part is in the source of the older version, and where it is, or was, in that of the newer one. */
  before: LineRange | undefined
  after: LineRange | undefined
}
/** The older page, the newer one, and both in one, as HTML. `data-change` is the index of a change. */
export type Comparison = { inline: string; before: string; after: string; changes: Change[] }

type Row = { old?: Node; now?: Node }
type Sides = Readonly<Record<'inline' | 'before' | 'after', readonly Kind[]>>
/** What each page shows besides that which both have. */
const SIDES: Sides = { inline: ['removed', 'added'], before: ['removed'], after: ['added'] }

/** From this share of common words, a part is the same one with changes. */
const MIN_SIMILARITY = 0.4
/** Of a rewritten page, the next parts are looked at, not all. */
const LOOKED_AT_MAX = 20

/**
 * Compares two rendered texts by their parts, and changed parts by word. The HTML must be sanitized: the result has what both have, in
 * `<ins>` and `<del>`. Top-level elements have `data-line` where it is known.
 */
export function compareHtml(before: string, after: string): Comparison {
  const [old, now] = [nodesIn(before), nodesIn(after)]
  const lines = { old: lineRanges(old), now: lineRanges(now) }
  const changes: Change[] = []
  const html = { inline: '', before: '', after: '' }
  /** In the newer source, where the next part begins. */
  let next = 0
  for (const row of rowsOf(old, now)) {
    const range = row.now && lines.now.get(row.now)
    const change = changeOf(row, lines, range ?? { from: next, to: next })
    for (const side of ['inline', 'before', 'after'] as const) {
      const shown = SIDES[side].some((kind) => row[kind === 'removed' ? 'old' : 'now'])
      if (!shown) continue
      const part = asHtml(rendered(row, SIDES[side]))
      html[side] += change ? `<div data-change="${changes.length}" data-kind="${change.kind}">${part}</div>` : part
    }
    if (change) changes.push(change)
    if (range) next = range.to
  }
  return { ...html, changes }
}

function changeOf({ old, now }: Row, lines: Record<'old' | 'now', Ranges>, place: LineRange): Change | undefined {
  if (old && now && keyOf(old) === keyOf(now)) return undefined
  const kind = old && now ? 'changed' : now ? 'added' : 'removed'
  return {
    kind,
    text: ((now ?? old)?.textContent ?? '').replace(/\s+/g, ' ').trim(),
    before: old ? lines.old.get(old) : { from: 0, to: 0 },
    after: now ? lines.now.get(now) : place,
  }
}

type Ranges = ReadonlyMap<Node, LineRange>

/** An element without a line belongs to the one before it, so neither can be cut out. */
function lineRanges(nodes: readonly Node[]): Ranges {
  const begins = nodes.map((node) => (node instanceof Element ? Number(node.getAttribute('data-line') ?? 0) - 1 : -1))
  const ranges = new Map<Node, LineRange>()
  for (const [index, node] of nodes.entries()) {
    const [from = -1, to = Number.POSITIVE_INFINITY] = begins.slice(index, index + 2)
    if (from >= 0 && to > from) ranges.set(node, { from, to })
  }
  return ranges
}

/** Both lists in their order: a node of each side that are the same part, or a node of one side. */
function rowsOf(old: readonly Node[], now: readonly Node[]): Row[] {
  const rows: Row[] = []
  let [at, to] = [0, 0]
  const addSame = (end: number) => {
    while (at < end) rows.push({ old: old[at++] as Node, now: now[to++] as Node })
  }
  for (const { from, to: end, start, end: last } of differences(old.map(keyOf), now.map(keyOf))) {
    addSame(from)
    rows.push(...paired(old.slice(from, end), now.slice(start, last)))
    at = end
    to = last
  }
  addSame(old.length)
  return rows
}

/** Finds the parts that are the same ones with changes, in the order of both. */
function paired(removed: readonly Node[], added: readonly Node[]): Row[] {
  const rows: Row[] = []
  let next = 0
  for (const old of removed) {
    const ahead = added.slice(next, next + LOOKED_AT_MAX).findIndex((now) => similarity(old, now) >= MIN_SIMILARITY)
    const found = next + ahead
    if (ahead === -1) rows.push({ old })
    else {
      rows.push(...added.slice(next, found).map((now) => ({ now })), { old, now: added[found] as Node })
      next = found + 1
    }
  }
  return [...rows, ...added.slice(next).map((now) => ({ now }))]
}

function rendered({ old, now }: Row, kinds: readonly Kind[]): Node[] {
  if (old && now) return keyOf(old) === keyOf(now) ? [now.cloneNode(true)] : changed(old, now, kinds)
  if (now) return kinds.includes('added') ? [markAs('added', now)] : []
  return old && kinds.includes('removed') ? [markAs('removed', old)] : []
}

/** A part that both have: its parts in turn, or its words. */
function changed(old: Node, now: Node, kinds: readonly Kind[]): Node[] {
  if (!(old instanceof Element && now instanceof Element)) return inlineChanges([old], [now], kinds)
  const shell = now.cloneNode(false) as Element
  const children = [old, now].some((element) => [...element.children].some(isBlock))
    ? rowsOf(blockNodesOf(old), blockNodesOf(now)).flatMap((row) => rendered(row, kinds))
    : inlineChanges([...old.childNodes], [...now.childNodes], kinds)
  shell.append(...children)
  return [shell]
}

function asHtml(nodes: readonly Node[]): string {
  const box = inert().createElement('div')
  box.append(...nodes)
  return box.innerHTML
}
