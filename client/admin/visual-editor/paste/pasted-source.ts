import { embedOf } from '#client/admin/visual-editor/commands/embeds.ts'
import { unwrap } from './dom-edits.ts'

/** The name of frames while pasted HTML is read, so that they load nothing. */
export const FRAME = 'x-frame'

/**
 * Elements that the visual editor has no form for and the page shows, as source: sub- and superscript, marked words, keys, definition
 * lists, blocks that unfold, and videos. Returns how many other embeds and recordings were left out.
 */
export function keepAsSource(body: HTMLElement): number {
  const leftOut = keepVideos(body)
  for (const block of body.querySelectorAll('details, dl'))
    if (!block.parentElement?.closest('details, dl, td, th, figure'))
      block.replaceWith(sourceBlock(block, sourceOf(block)))
  for (const element of body.querySelectorAll('sub, sup:not([data-label]), mark, kbd')) keepTags(element)
  return leftOut
}

function keepVideos(body: HTMLElement): number {
  let leftOut = 0
  for (const frame of body.querySelectorAll(`${FRAME}, video, audio, object, embed`)) {
    const src = (frame.getAttribute('src') ?? '').replace(/^\/\//, 'https://')
    const source = URL.canParse(src) && !frame.closest('td, th') ? embedOf(src) : undefined
    if (source === undefined) leftOut++
    if (source === undefined) frame.remove()
    else frame.replaceWith(sourceBlock(frame, source))
  }
  return leftOut
}

function sourceBlock({ ownerDocument }: Element, source: string): HTMLElement {
  const block = ownerDocument.createElement('div')
  block.setAttribute('data-source', source)
  return block
}

/** A blank line would end the block in Markdown, and braces could begin a tag of a template. */
const sourceOf = ({ outerHTML }: Element): string =>
  outerHTML
    .replace(/<pre[\s\S]*?<\/pre>|\n\s*\n/g, (found) =>
      found.startsWith('<') ? found.replaceAll('\n', '&#10;') : '\n',
    )
    .replaceAll('{', '&#123;')

function keepTags(element: Element): void {
  const { localName, ownerDocument, textContent } = element
  if (textContent?.trim() === '' || element.closest('pre, code') || element.querySelector('p, div, ul, ol, table'))
    unwrap(element)
  else element.replaceWith(tag(`<${localName}>`), ...element.childNodes, tag(`</${localName}>`))

  function tag(source: string): HTMLElement {
    const span = ownerDocument.createElement('span')
    span.setAttribute('data-source', source)
    span.textContent = source
    return span
  }
}
