import { placeholdersIn } from './placeholders.ts'
import { createElement, type HtmlElement, type HtmlNode, isElement, withChildren } from './tree.ts'

const BLOCKS = new Set('p h1 h2 h3 h4 h5 h6 ul ol pre blockquote table figure hr'.split(' '))

/** Of what is clean. */
export const isBlock = (node: HtmlNode): node is HtmlElement => isElement(node) && BLOCKS.has(node.name)

/** Whether nothing of it is shown: blanks, line breaks, elements without content. */
const isNothing = (node: HtmlNode): boolean => {
  if (typeof node === 'string') return /^[\s\u00a0\u200b\ufeff]*$/.test(node)
  return node.name === 'br' || node.name === 'wbr' || (node.name !== 'img' && node.children.every(isNothing))
}

/** Only places that links lead to. */
const isTarget = (nodes: readonly HtmlNode[]): boolean =>
  nodes.every(
    (node) =>
      typeof node === 'string' &&
      placeholdersIn(node).every((part) =>
        typeof part === 'object' ? part.value.startsWith('a') : part.trim() === '',
      ),
  )

/** Puts text between blocks into paragraphs, and leaves out what shows nothing. */
export function flow(nodes: readonly HtmlNode[]): HtmlNode[] {
  const blocks: HtmlElement[] = []
  let targets: HtmlNode[] = []
  const add = (block: HtmlElement) => {
    if (targets.length > 0 && !isElement(block, 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'))
      blocks.push(createElement('p', {}, targets))
    else if (targets.length > 0) block = withChildren(block, [...targets, ...block.children])
    targets = []
    blocks.push(block)
  }
  for (const run of runsOf(nodes)) {
    if (isBlock(run[0] ?? '')) add(run[0] as HtmlElement)
    else if (isTarget(run)) targets.push(...run)
    else add(createElement('p', {}, run))
  }
  return targets.length > 0 ? [...blocks, createElement('p', {}, targets)] : blocks
}

/** Blocks one by one, and the text between them without breaks at its ends. */
function runsOf(nodes: readonly HtmlNode[]): HtmlNode[][] {
  const runs: HtmlNode[][] = []
  let run: HtmlNode[] = []
  const end = () => {
    const first = run.findIndex((node) => !isNothing(node))
    if (first !== -1) runs.push(run.slice(first, run.findLastIndex((node) => !isNothing(node)) + 1))
    run = []
  }
  for (const node of nodes) {
    if (!isBlock(node)) run.push(node)
    else {
      end()
      runs.push([node])
    }
  }
  end()
  return runs
}

/** A paragraph or a heading, which the blocks in it divide. */
export const paragraphs = (name: string, children: readonly HtmlNode[]): HtmlNode[] =>
  runsOf(children).map((run) => (isBlock(run[0] ?? '') ? (run[0] as HtmlElement) : createElement(name, {}, run)))

/** Puts an inline element around text, also around that in blocks. */
export function wrapped(element: HtmlElement, children: readonly HtmlNode[]): HtmlNode[] {
  if (!children.some(isBlock)) return [withChildren(element, children)]
  return runsOf(children).map((run) => {
    const [first] = run
    if (first === undefined || !isBlock(first)) return withChildren(element, run)
    return CARRIERS.has(first.name) ? withChildren(first, wrapped(element, first.children)) : first
  })
}

const CARRIERS = new Set('p h1 h2 h3 h4 h5 h6 ul ol li blockquote'.split(' '))
