import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view'
import type { EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'

/** Nodes that are more than their markup: tasks with a checkbox, pictures, and source that stays as it is. */
export const createNodeViews = (host: EditorHost): Record<string, NodeViewConstructor> => ({
  list_item: (node, view, getPos) => listItemView(node, view, getPos),
  image: (node, _view, getPos) => ({
    dom: picture(node, host, () => openImage(host, getPos)),
    stopEvent: isOfDescribeButton,
    ignoreMutation: () => true,
  }),
  figure: (node, _view, getPos) => figureView(node, host, () => openImage(host, getPos)),
  source_block: ({ attrs }) => ({
    dom: element('div', { class: 'source-block', role: 'group', 'aria-label': sourceName(attrs.text) }, [
      element('span', { class: 'source-name' }, [`${sourceName(attrs.text)}, kept as it is`]),
      element('pre', {}, [attrs.text]),
    ]),
  }),
  source_inline: ({ attrs }) => ({
    dom: element('code', { class: 'source-inline', title: 'Source, kept as it is' }, [attrs.text]),
  }),
})

const SOURCE_NAMES: readonly (readonly [RegExp, string])[] = [
  [/^<details[\s>]/, 'Toggle'],
  [/^<iframe[^>]*(?:youtube|vimeo)/, 'Video'],
  [/^<dl[\s>]/, 'Definition list'],
  [/^\$\$/, 'Formula'],
]

const sourceName = (text: string): string => SOURCE_NAMES.find(([pattern]) => pattern.test(text))?.[1] ?? 'Source'

function element(
  tag: string,
  attributes: Record<string, string>,
  children: readonly (HTMLElement | string)[] = [],
): HTMLElement {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}

function listItemView(node: Node, view: EditorView, getPos: () => number | undefined): NodeView {
  if (node.attrs.checked === null) {
    const dom = document.createElement('li')
    return { dom, contentDOM: dom, update: (next) => next.type === node.type && next.attrs.checked === null }
  }
  const box = document.createElement('input')
  box.type = 'checkbox'
  box.checked = node.attrs.checked
  box.setAttribute('aria-label', 'Done')
  box.contentEditable = 'false'
  box.addEventListener('change', () => {
    const pos = getPos()
    if (pos !== undefined) view.dispatch(view.state.tr.setNodeAttribute(pos, 'checked', box.checked))
  })
  const contentDOM = document.createElement('div')
  const dom = element('li', { class: 'task' }, [box, contentDOM])
  return {
    dom,
    contentDOM,
    update(next) {
      if (next.type !== node.type || next.attrs.checked === null) return false
      box.checked = next.attrs.checked
      return true
    },
    stopEvent: ({ target }) => target === box,
    ignoreMutation: ({ target }) => !contentDOM.contains(target),
  }
}

const isOfDescribeButton = ({ target }: Event): boolean => target instanceof Element && target.matches('.describe')

/** The cursor stays where it is: a selected image would be replaced by what is typed next. */
function openImage(host: EditorHost, getPos: () => number | undefined): void {
  const pos = getPos()
  if (pos !== undefined) host.openDialog({ kind: 'image', pos })
}

/** Images of other sites are blocked, so they are shown by their description. */
function picture({ attrs: { src, alt } }: Node, { imageUrl }: EditorHost, describe: () => void): HTMLElement {
  const url = imageUrl(src)
  const shown = url
    ? element('img', { src: url, alt: alt || 'Image without a description' })
    : element('span', { class: 'image-name' }, [`Image: ${alt || src}`])
  const dom = element('span', { class: 'picture' }, [shown])
  if (alt !== '') return dom
  const button = element('button', { type: 'button', class: 'describe' }, ['Describe this image'])
  // The text keeps the focus and its selection.
  button.addEventListener('mousedown', (event) => event.preventDefault())
  button.addEventListener('click', describe)
  dom.append(button)
  return dom
}

function figureView(node: Node, host: EditorHost, describe: () => void): NodeView {
  const contentDOM = element('figcaption', { 'data-hint': 'Caption' })
  const shown = picture(node, host, describe)
  shown.contentEditable = 'false'
  const markAsEmpty = (figure: Node) => contentDOM.toggleAttribute('data-empty', figure.content.size === 0)
  markAsEmpty(node)
  return {
    dom: element('figure', {}, [shown, contentDOM]),
    contentDOM,
    update(next) {
      if (!next.hasMarkup(node.type, node.attrs)) return false
      markAsEmpty(next)
      return true
    },
    stopEvent: isOfDescribeButton,
    ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
  }
}
