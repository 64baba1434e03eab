import { differences } from '#client/admin/shared/differences.ts'
import { createMark, inert, type Kind, signOf, type Token, tokensIn } from './html-parts.ts'

type Group = { kind: Kind | 'same'; tokens: readonly Token[] }

/** The words of two lines in one, with those of `kinds` besides those that both have. */
export function inlineChanges(old: readonly Node[], now: readonly Node[], kinds: readonly Kind[]): Node[] {
  const [before, after] = [tokensIn(old), tokensIn(now)]
  const groups = joined(groupsOf(before, after)).filter(({ kind }) => kind === 'same' || kinds.includes(kind))
  const line = inert().createElement('div')
  for (const { kind, tokens } of groups) for (const run of runsOf(tokens)) appendRun(line, kind, run)
  return [...line.childNodes]
}

function groupsOf(before: readonly Token[], after: readonly Token[]): Group[] {
  const groups: Group[] = []
  let to = 0
  const keysOf = (tokens: readonly Token[]) => tokens.map(({ key }) => key)
  for (const { from, to: end, start, end: last } of differences(keysOf(before), keysOf(after))) {
    groups.push({ kind: 'same', tokens: after.slice(to, start) })
    groups.push(
      { kind: 'removed', tokens: before.slice(from, end) },
      { kind: 'added', tokens: after.slice(start, last) },
    )
    to = last
  }
  return [...groups, { kind: 'same' as const, tokens: after.slice(to) }].filter(({ tokens }) => tokens.length > 0)
}

/** A blank between two changed words belongs to the change, so that it reads as one. */
function joined(groups: readonly Group[]): Group[] {
  const result: Group[] = []
  let removed: Token[] = []
  let added: Token[] = []
  const end = () => {
    if (removed.length > 0) result.push({ kind: 'removed', tokens: removed })
    if (added.length > 0) result.push({ kind: 'added', tokens: added })
    ;[removed, added] = [[], []]
  }
  for (const [index, { kind, tokens }] of groups.entries()) {
    const isBetween = removed.length + added.length > 0 && index < groups.length - 1
    if (kind === 'removed') removed.push(...tokens)
    else if (kind === 'added') added.push(...tokens)
    else if (isBetween && tokens.every(isBlank) && removed.length > 0 && added.length > 0) {
      removed.push(...tokens)
      added.push(...tokens)
    } else {
      end()
      result.push({ kind, tokens })
    }
  }
  end()
  return result
}

const isBlank = ({ node }: Token) => node.nodeType === Node.TEXT_NODE && /^\s*$/.test(node.textContent ?? '')

/** Tokens with the same elements around them. */
function runsOf(tokens: readonly Token[]): Token[][] {
  const runs: Token[][] = []
  for (const token of tokens) {
    const last = runs.at(-1)
    if (last?.[0] && isSamePlace(last[0], token)) last.push(token)
    else runs.push([token])
  }
  return runs
}

const isSamePlace = (a: Token, b: Token) =>
  a.around.length === b.around.length &&
  a.around.every((element, index) => signOf(element) === signOf(b.around[index] as Element))

/** Adds a run at the end of a line, in the elements that are open there. */
function appendRun(line: Element, kind: Group['kind'], run: readonly Token[]): void {
  let parent = line
  for (const element of run[0]?.around ?? []) {
    const last = parent.lastChild
    const isOpen = last instanceof Element && last.nodeName !== 'INS' && last.nodeName !== 'DEL'
    if (isOpen && signOf(last) === signOf(element)) parent = last
    else parent = parent.appendChild(element.cloneNode(false) as Element)
  }
  const nodes = run.map(({ node }) => node.cloneNode(true))
  if (kind === 'same') parent.append(...nodes)
  else {
    const mark = createMark(kind)
    mark.append(...nodes)
    parent.append(mark)
  }
}
