import type { AttributeSpec, NodeSpec, SchemaSpec } from 'prosemirror-model'

/** How the body of a post is written. */
export type DocumentFormat = 'md' | 'mdx' | 'html'

/** One node of a document as JSON, as ProseMirror's `Node.toJSON` writes it. */
export type BlockJson = {
  type: string
  attrs?: Record<string, unknown>
  content?: BlockJson[]
  text?: string
  marks?: { type: string; attrs?: Record<string, unknown> }[]
}

export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const
export type CalloutKind = (typeof calloutKinds)[number]

/** An attribute that accepts these values only. `Node.check` throws the message, which never repeats the value. */
function oneOf(allowed: readonly unknown[], byDefault: unknown): AttributeSpec {
  return {
    default: byDefault,
    validate(value: unknown) {
      if (!allowed.includes(value)) throw new RangeError('An attribute has an invalid value.')
    },
  }
}

function wholeNumber(min: number, max: number, byDefault: number): AttributeSpec {
  return {
    default: byDefault,
    validate(value: unknown) {
      const fits = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      if (!fits) throw new RangeError('An attribute has an invalid value.')
    },
  }
}

const text: AttributeSpec = { default: '', validate: 'string' }
const requiredText: AttributeSpec = { validate: 'string' }
const title: AttributeSpec = { default: null, validate: 'string|null' }

/** The editor's own state: the server ignores it. */
const columnWidths: AttributeSpec = {
  default: null,
  validate(value: unknown) {
    const fits = value === null || (Array.isArray(value) && value.every((one) => typeof one === 'number'))
    if (!fits) throw new RangeError('An attribute has an invalid value.')
  },
}

/** A cell is a text block: neither Markdown nor most HTML has blocks in cells. */
const cell: NodeSpec = {
  content: 'inline*',
  attrs: {
    align: oneOf([null, 'left', 'center', 'right'], null),
    colspan: wholeNumber(1, 100, 1),
    rowspan: wholeNumber(1, 1000, 1),
    colwidth: columnWidths,
  },
  isolating: true,
}

/**
 * The nodes and marks of a post in the visual editor, for `new Schema(documentSpec)` in the browser, which adds how they look,
 * and on the server, which reads them from text and writes them back.
 */
export const documentSpec = {
  nodes: {
    doc: { content: 'block+' },
    // First, because the schema fills a place for a block with the first node of the group.
    paragraph: { content: 'inline*', group: 'block' },
    heading: { content: 'inline*', group: 'block', defining: true, attrs: { level: wholeNumber(1, 6, 2) } },
    blockquote: { content: 'block+', group: 'block', defining: true },
    /** In Markdown `> [!NOTE]` on the first line of a quote. */
    callout: { content: 'block+', group: 'block', defining: true, attrs: { kind: oneOf(calloutKinds, 'note') } },
    bullet_list: { content: 'list_item+', group: 'block' },
    /** HTML and Markdown allow nine digits. */
    ordered_list: { content: 'list_item+', group: 'block', attrs: { start: wholeNumber(0, 999_999_999, 1) } },
    /** `checked` is null unless the item is a task. */
    list_item: { content: 'block+', defining: true, attrs: { checked: oneOf([null, true, false], null) } },
    /** `language` is all that follows the fence, such as `ts title="a.ts"`. */
    code_block: { content: 'text*', marks: '', group: 'block', code: true, defining: true, attrs: { language: text } },
    table: { content: 'table_row+', group: 'block', tableRole: 'table', isolating: true },
    table_row: { content: '(table_cell | table_header)*', tableRole: 'row' },
    table_header: { ...cell, tableRole: 'header_cell' },
    table_cell: { ...cell, tableRole: 'cell' },
    horizontal_rule: { group: 'block' },
    /** A picture with a caption, which may be empty. A picture in Markdown is an `image` in a paragraph. */
    figure: {
      content: 'inline*',
      group: 'block',
      defining: true,
      isolating: true,
      attrs: { src: requiredText, alt: text, title },
    },
    footnote_definition: {
      content: 'block+',
      group: 'block',
      defining: true,
      isolating: true,
      attrs: { label: requiredText },
    },
    /** Source that has no visual form: HTML in Markdown, shortcodes, components, definitions. */
    source_block: { group: 'block', atom: true, defining: true, attrs: { text: requiredText } },
    text: { group: 'inline' },
    image: { group: 'inline', inline: true, draggable: true, attrs: { src: requiredText, alt: text, title } },
    footnote_reference: { group: 'inline', inline: true, atom: true, attrs: { label: requiredText } },
    hard_break: { group: 'inline', inline: true, selectable: false },
    /** Source inside a text: a tag, `{{ … }}`, an expression. */
    source_inline: { group: 'inline', inline: true, atom: true, attrs: { text: requiredText } },
  },
  // From the outermost to the innermost, as they are written.
  marks: {
    link: { attrs: { href: requiredText, title }, inclusive: false },
    strong: {},
    em: {},
    strike: {},
    code: {},
  },
} satisfies SchemaSpec
