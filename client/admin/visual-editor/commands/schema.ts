import { type DOMOutputSpec, type Node, type NodeSpec, Schema, type TagParseRule } from 'prosemirror-model'
import { calloutKinds, documentSpec } from '#contract/document.ts'
import {
  normalizeAlt,
  normalizeLabel,
  normalizeLanguage,
  normalizeTitle,
  normalizeUrl,
} from '#contract/normalize-block.ts'
import { relativeImage } from '#contract/pictures.ts'
import { isOwnImage, isSafeLink } from './safe-urls.ts'

/** How nodes look in the editor, and which pasted elements become them. */
const { nodes, marks } = documentSpec

export const calloutNames: Record<string, string> = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
}

const looks = (spec: NodeSpec, toDOM: (node: Node) => DOMOutputSpec, ...parseDOM: TagParseRule[]): NodeSpec => ({
  ...spec,
  toDOM,
  parseDOM,
})

const number = (element: HTMLElement, name: string, byDefault: number, max: number) => {
  const value = Number(element.getAttribute(name) ?? byDefault)
  return Number.isInteger(value) && value >= 0 && value <= max ? value : byDefault
}

const imageAttrs = (element: HTMLElement | null) => {
  const src = normalizeUrl(element?.getAttribute('src') ?? '')
  const isUsable = isOwnImage(src) || relativeImage(src) !== undefined
  const alt = normalizeAlt(element?.getAttribute('alt') ?? '')
  return isUsable && { src, alt, title: normalizeTitle(element?.getAttribute('title') ?? null) }
}

const alignments = ['left', 'center', 'right']
function cellAttrs(cell: HTMLElement) {
  const align = cell.dataset.align ?? cell.getAttribute('align')
  return {
    colspan: Math.max(1, number(cell, 'colspan', 1, 100)),
    rowspan: Math.max(1, number(cell, 'rowspan', 1, 1000)),
    align: alignments.find((one) => one === align) ?? null,
  }
}
const cellDom = (tag: 'td' | 'th', { attrs }: Node): DOMOutputSpec => [
  tag,
  {
    ...(attrs.colspan > 1 && { colspan: attrs.colspan }),
    ...(attrs.rowspan > 1 && { rowspan: attrs.rowspan }),
    ...(attrs.align && { 'data-align': attrs.align }),
  },
  0,
]

function languageOf(pre: HTMLElement) {
  const named = `${pre.className} ${pre.querySelector('code')?.className ?? ''}`
  const language = pre.dataset.language ?? /\blanguage-([\w+#-]+)/.exec(named)?.[1] ?? ''
  return { language: normalizeLanguage(language) }
}

const sourceOf = (element: HTMLElement) => ({ text: element.dataset.source ?? '' })
const labelOf = (element: HTMLElement) => ({ label: normalizeLabel(element.dataset.label ?? '') })
const checkedOf = ({ dataset: { checked } }: HTMLElement) => ({
  checked: checked === undefined ? null : checked === 'true',
})
const calloutOf = ({ dataset: { callout } }: HTMLElement) => ({
  kind: calloutKinds.find((kind) => kind === callout) ?? 'note',
})

export const schema = new Schema({
  nodes: {
    doc: nodes.doc,
    paragraph: looks(nodes.paragraph, () => ['p', 0], { tag: 'p' }),
    heading: looks(
      nodes.heading,
      ({ attrs }) => [`h${attrs.level}`, 0],
      ...[1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    ),
    callout: looks(
      nodes.callout,
      ({ attrs: { kind } }) => [
        'div',
        { 'data-callout': kind, 'data-name': calloutNames[kind], role: 'note', 'aria-label': calloutNames[kind] },
        0,
      ],
      { tag: 'div[data-callout]', getAttrs: calloutOf },
    ),
    blockquote: looks(nodes.blockquote, () => ['blockquote', 0], { tag: 'blockquote' }),
    bullet_list: looks(nodes.bullet_list, () => ['ul', 0], { tag: 'ul' }),
    ordered_list: looks(nodes.ordered_list, ({ attrs: { start } }) => ['ol', start === 1 ? {} : { start }, 0], {
      tag: 'ol',
      getAttrs: (list) => ({ start: number(list, 'start', 1, 999_999_999) }),
    }),
    list_item: looks(
      nodes.list_item,
      ({ attrs: { checked } }) => ['li', checked === null ? {} : { 'data-checked': String(checked) }, 0],
      { tag: 'li', getAttrs: checkedOf },
    ),
    code_block: looks(
      nodes.code_block,
      ({ attrs: { language } }) => ['pre', language ? { 'data-language': language } : {}, ['code', 0]],
      { tag: 'pre', preserveWhitespace: 'full', getAttrs: languageOf },
    ),
    table: looks(nodes.table, () => ['div', { class: 'scroll' }, ['table', ['tbody', 0]]], { tag: 'table' }),
    table_row: looks(nodes.table_row, () => ['tr', 0], { tag: 'tr' }),
    table_header: looks(nodes.table_header, (cell) => cellDom('th', cell), { tag: 'th', getAttrs: cellAttrs }),
    table_cell: looks(nodes.table_cell, (cell) => cellDom('td', cell), { tag: 'td', getAttrs: cellAttrs }),
    horizontal_rule: looks(nodes.horizontal_rule, () => ['hr'], { tag: 'hr' }),
    figure: looks(
      nodes.figure,
      ({ attrs: { src, alt, title } }) => ['figure', ['img', { src, alt, title }], ['figcaption', 0]],
      {
        tag: 'figure',
        getAttrs: (figure) => imageAttrs(figure.querySelector('img')),
        contentElement: (figure) => figure.querySelector<HTMLElement>('figcaption') ?? document.createElement('p'),
      },
    ),
    footnote_definition: looks(
      nodes.footnote_definition,
      ({ attrs: { label } }) => ['div', { 'data-footnote': '', 'data-label': label }, 0],
      { tag: 'div[data-footnote]', getAttrs: labelOf },
    ),
    source_block: looks(nodes.source_block, ({ attrs: { text } }) => ['div', { 'data-source': text }, ['pre', text]], {
      tag: 'div[data-source]',
      getAttrs: sourceOf,
    }),
    text: nodes.text,
    image: looks(nodes.image, ({ attrs: { src, alt, title } }) => ['img', { src, alt, title }], {
      tag: 'img[src]',
      getAttrs: imageAttrs,
    }),
    footnote_reference: looks(
      nodes.footnote_reference,
      ({ attrs: { label } }) => ['sup', { 'data-label': label, 'aria-label': `Footnote ${label}` }, label],
      { tag: 'sup[data-label]', getAttrs: labelOf },
    ),
    hard_break: looks(nodes.hard_break, () => ['br'], { tag: 'br' }),
    source_inline: looks(nodes.source_inline, ({ attrs: { text } }) => ['span', { 'data-source': text }, text], {
      tag: 'span[data-source]',
      getAttrs: sourceOf,
    }),
  },
  marks: {
    link: {
      ...marks.link,
      toDOM: ({ attrs: { href, title } }) => ['a', { href: isSafeLink(href) ? href : null, title }, 0],
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs(link: HTMLElement) {
            const href = normalizeUrl(link.getAttribute('href') ?? '')
            return isSafeLink(href) && { href, title: normalizeTitle(link.getAttribute('title')) }
          },
        },
      ],
    },
    strong: { ...marks.strong, toDOM: () => ['strong', 0], parseDOM: [{ tag: 'strong' }, { tag: 'b' }] },
    em: { ...marks.em, toDOM: () => ['em', 0], parseDOM: [{ tag: 'em' }, { tag: 'i' }] },
    strike: { ...marks.strike, toDOM: () => ['s', 0], parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }] },
    code: {
      ...marks.code,
      code: true,
      toDOM: () => ['code', 0],
      parseDOM: [{ tag: 'code' }, { tag: 'kbd' }, { tag: 'samp' }],
    },
  },
})
