import {
  Decoration,
  type DecorationSet,
  type EditorView,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

/** A comment, or a tag with its name and attributes, in one line. */
const TAG = /<!--.*?-->|<(\/?[a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^<>"'])*)>/gi
const ATTRIBUTE = /([^\s"'=/]+)(\s*=\s*)?("[^"]*"|'[^']*')?/g

const comment = Decoration.mark({ class: 'cm-html-comment' })
const tag = Decoration.mark({ class: 'cm-html-tag' })
const attribute = Decoration.mark({ class: 'cm-html-attribute' })
const value = Decoration.mark({ class: 'cm-html-value' })

const decorator = new MatchDecorator({
  regexp: TAG,
  decorate(add, from, to, [, name, attributes = '']) {
    if (name === undefined) return add(from, to, comment)
    const start = from + 1 + name.length
    add(from, start, tag)
    for (const { index, 1: key = '', 2: equals = '', 3: text = '' } of attributes.matchAll(ATTRIBUTE)) {
      const end = start + index + key.length
      add(start + index, end, attribute)
      if (text !== '') add(end + equals.length, end + equals.length + text.length, value)
    }
    add(to - 1, to, tag)
  },
})

/** Colors the tags of HTML. A parser for it would be 12 kB, more than these few colors are worth. */
export const htmlTags = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = decorator.createDeco(view)
    }

    update(update: ViewUpdate) {
      this.decorations = decorator.updateDeco(update, this.decorations)
    }
  },
  { decorations: ({ decorations }) => decorations },
)
