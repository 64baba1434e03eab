import { allowedTags } from '#contract/stored-html.ts'
import { numberedCode, plainCode } from './code.ts'
import { embedded } from './embeds.ts'
import { plainFigure } from './figure.ts'
import { flow, isBlock, paragraphs, wrapped } from './flow.ts'
import { placeholder } from './placeholders.ts'
import type { Cleaning } from './raw.ts'
import { plainTable } from './tables.ts'
import {
  attribute,
  createElement,
  type HtmlElement,
  type HtmlNode,
  isBlankText,
  isElement,
  textOf,
  withChildren,
} from './tree.ts'

const names = (list: string) => new Set(list.split(' '))

const ALLOWED = new Set(allowedTags)
const REMOVED = names(
  'script style link meta title head template svg canvas input textarea select option map area param source track base frame frameset noframes form dialog nav',
)
const EMBEDS = names('iframe audio video object embed')
const CONTAINERS = names('div section article main header footer aside center address hgroup body html fieldset')
/** Names with the same meaning. */
const SYNONYMS: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  s: 'del',
  strike: 'del',
  tt: 'code',
  acronym: 'abbr',
  dfn: 'em',
  big: 'span',
  font: 'span',
}
const MARKS = names('strong em del code a')
const INLINE_ATTRIBUTES = ['href', 'title', 'lang', 'dir', 'datetime']
const LINK = /^(?:https?:|mailto:|tel:|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i

/** Returns blocks that a document can hold, and source for others. */
export const cleanBlocks = (nodes: readonly HtmlNode[], cleaning: Cleaning): HtmlNode[] =>
  flow(clean(nodes, cleaning, []))

/** `open`: the marks around. */
function clean(nodes: readonly HtmlNode[], cleaning: Cleaning, open: readonly string[]): HtmlNode[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [node] : cleanElement(node, cleaning, open)))
}

function cleanElement(element: HtmlElement, cleaning: Cleaning, open: readonly string[]): HtmlNode[] {
  const { name, children } = element
  const inner = () => clean(children, cleaning, open)
  const blocks = () => cleanBlocks(children, cleaning)
  if (EMBEDS.has(name)) return embedded(element, cleaning)
  if (name === 'script') return removedScript(element, cleaning)
  if (REMOVED.has(name)) return removed(element, cleaning)
  if (/^h[1-6]$/.test(name) || name === 'p') return paragraphs(name, clean(children, cleaning, []))
  if (CONTAINERS.has(name)) return container(element, cleaning)
  switch (name) {
    case 'anchor':
      return [cleaning.inline(`<a id="${Bun.escapeHTML(attribute(element, 'id'))}"></a>`)]
    case 'img':
    case 'br':
    case 'hr':
    case 'wbr':
      return [element]
    case 'pre':
      return plainCode(element)
    case 'ul':
    case 'ol':
      return list(element, cleaning)
    case 'li':
      return blocks()
    case 'blockquote': {
      const quoted = blocks()
      return quoted.length > 0 ? [createElement('blockquote', {}, quoted)] : []
    }
    case 'figure':
      return plainFigure(element, cleaning, cleanBlocks)
    case 'figcaption':
      return blocks()
    case 'table': {
      const code = numberedCode(element)
      return code ? plainCode(code) : plainTable(element, cleaning, cleanBlocks)
    }
    case 'dl':
    case 'details':
      return [cleaning.raw([withChildren(createElement(name), wholeChildren(children, cleaning))])]
    // A formula as readers of exports write it.
    case 'tex':
      return [cleaning.inline(`$$${texOf(children)}$$`)]
    case 'math':
      return [cleaning.inlineOf([element])]
    default:
      return inline(SYNONYMS[name] ?? name, element, inner, cleaning, open)
  }
}

/** Signs that would begin a tag have a command. */
const texOf = (nodes: readonly HtmlNode[]): string =>
  textOf(nodes)
    .trim()
    .replace(/(?<!\s)\s*<\s*/g, ' \\lt ')
    .replace(/(?<!\s)\s*>\s*/g, ' \\gt ')

/** Of a list of definitions, or of what can be opened. */
const wholeChildren = (children: readonly HtmlNode[], cleaning: Cleaning): HtmlNode[] =>
  children.flatMap((child) => {
    if (!isElement(child, 'dt', 'dd', 'summary', 'div')) return cleanBlocks([child], cleaning)
    const inside = cleanBlocks(child.children, cleaning)
    const [only, ...others] = inside
    const content = isElement(only, 'p') && others.length === 0 ? only.children : inside
    return child.name === 'div' ? content : [createElement(child.name, {}, content)]
  })

function container(element: HtmlElement, cleaning: Cleaning): HtmlNode[] {
  const blocks = cleanBlocks(element.children, cleaning)
  const kind = attribute(element, 'data-callout')
  if (!/^(?:note|tip|important|warning|caution)$/.test(kind) || blocks.length === 0) return blocks
  const [label, ...rest] = blocks
  const isLabel = label !== undefined && typeof label !== 'string' && textOf([label]).trim().toLowerCase() === kind
  return [
    createElement('blockquote', {}, [
      createElement('p', {}, [placeholder('callout', kind)]),
      ...(isLabel ? rest : blocks),
    ]),
  ]
}

function inline(
  name: string,
  element: HtmlElement,
  inner: () => HtmlNode[],
  cleaning: Cleaning,
  open: readonly string[],
): HtmlNode[] {
  const isMark = MARKS.has(name)
  if (name === 'span' || !ALLOWED.has(name) || (isMark && open.includes(name))) return withoutMark(element, inner)
  const attributes = Object.fromEntries(INLINE_ATTRIBUTES.map((key) => [key, attribute(element, key) || undefined]))
  if (name === 'a' && !(attributes.href && LINK.test(attributes.href))) return inner()
  if (name !== 'a') attributes.href = undefined
  const content = clean(element.children, cleaning, isMark ? [...open, name] : open)
  if (name !== 'a' || isBlank(content))
    return isBlank(content) ? content : wrapped(createElement(name, attributes), content)
  return wrapped(createElement(name, attributes), content)
}

/** A language or a direction keeps its element. */
function withoutMark(element: HtmlElement, inner: () => HtmlNode[]): HtmlNode[] {
  const { lang, dir } = { lang: attribute(element, 'lang'), dir: attribute(element, 'dir') }
  const content = inner()
  if (element.name !== 'span' || (!lang && !dir) || content.some(isBlock) || isBlank(content)) return content
  return [createElement('span', { lang: lang || undefined, dir: dir || undefined }, content)]
}

const isBlank = (nodes: readonly HtmlNode[]): boolean =>
  nodes.every((node) => (typeof node === 'string' ? node.trim() === '' : node.name === 'br'))

function list(element: HtmlElement, cleaning: Cleaning): HtmlNode[] {
  const items: HtmlElement[] = []
  for (const child of element.children) {
    if (isBlankText(child)) continue
    const last = items.at(-1)
    if (isElement(child, 'li')) items.push(item(child, cleaning))
    // A list directly in a list belongs to the item before it.
    else if (last && isElement(child, 'ul', 'ol'))
      items[items.length - 1] = withChildren(last, [...last.children, ...cleanBlocks([child], cleaning)])
    else items.push(item(createElement('li', {}, [child]), cleaning))
  }
  const shown = items.filter(({ children }) => children.length > 0)
  if (shown.length === 0) return []
  const start = attribute(element, 'start')
  if (element.name === 'ol' && element.attributes.has('reversed'))
    return [cleaning.raw([createElement('ol', { reversed: '', start: start || undefined }, shown)])]
  return [createElement(element.name, element.name === 'ol' && /^\d{1,9}$/.test(start) ? { start } : {}, shown)]
}

function item(element: HtmlElement, cleaning: Cleaning): HtmlElement {
  const box = firstBox(element)
  const children = cleanBlocks(element.children, cleaning)
  const [first, ...rest] = children
  if (!box || !isElement(first, 'p')) return createElement('li', {}, children)
  const state = placeholder('task', box.attributes.has('checked') ? 'x' : 'o')
  return createElement('li', {}, [withChildren(first, [state, ...first.children]), ...rest])
}

/** The checkbox that an item begins with. */
function firstBox(element: HtmlElement): HtmlElement | undefined {
  const first = element.children.find((child) => !isBlankText(child))
  if (isElement(first, 'input')) return attribute(first, 'type').toLowerCase() === 'checkbox' ? first : undefined
  return isElement(first, 'p', 'label', 'span') ? firstBox(first) : undefined
}

function removedScript(element: HtmlElement, cleaning: Cleaning): HtmlNode[] {
  const gist = /^(?:https?:)?\/\/(gist\.github\.com\/[\w.-]+\/[\w-]+)\.js/.exec(attribute(element, 'src'))?.[1]
  const type = attribute(element, 'type')
  if (/json/.test(type)) return []
  cleaning.change(gist ? 'a gist was replaced by a link' : 'a script was removed')
  return gist ? [createElement('p', {}, [createElement('a', { href: `https://${gist}` }, [`https://${gist}`])])] : []
}

function removed({ name }: HtmlElement, cleaning: Cleaning): HtmlNode[] {
  if (name === 'form') cleaning.change('a form was removed')
  if (name === 'svg' || name === 'canvas') cleaning.change('a drawing (SVG or canvas) was removed')
  return []
}
