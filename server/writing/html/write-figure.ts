import type { Node } from 'prosemirror-model'
import { escapeHtml } from './escape.ts'

/** A picture with a plain caption. */
export function htmlFigure(node: Node, caption = escapeHtml(node.textContent)): string {
  const { src, alt, title } = node.attrs
  const titled = title === null ? '' : ` title="${escapeHtml(title)}"`
  const image = `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}"${titled}>`
  return `<figure>${image}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`
}
