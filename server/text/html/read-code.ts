import type { Block } from '#server/text/blocks/block.ts'
import { createNode, schema } from '#server/text/blocks/schema.ts'
import { type SourceText, UnsupportedSource } from '#server/text/blocks/source-text.ts'
import { decodeEntity } from '#server/text/scan/entities.ts'
import type { HtmlElement } from './tree.ts'

/** `<pre>` with text only, or with one `<code>` with text only. */
export function readCode(pre: HtmlElement, file: SourceText): Block {
  const [first, ...others] = pre.children
  const code = first?.kind === 'element' && first.name === 'code' && others.length === 0 ? first : pre
  const language = /(?:^|\s)lang(?:uage)?-([^\s]+)/.exec(code.attributes.get('class') ?? '')?.[1] ?? ''
  const content = readCharacters(code, file)
  const node = createNode('code_block', { language }, content.text ? schema.text(content.text) : null)
  return { node, from: pre.from, to: pre.to, code: content }
}

function readCharacters(element: HtmlElement, file: SourceText): SourceText {
  if (!element.close) throw new UnsupportedSource()
  const text: string[] = []
  const at: number[] = []
  let end = element.open.to
  for (const node of element.children) {
    if (node.from !== end || (node.kind !== 'text' && node.kind !== 'entity')) throw new UnsupportedSource()
    const raw = file.text.slice(node.from, node.to)
    const shown = node.kind === 'text' ? raw : decodeEntity(raw)
    if (shown === undefined || (node.kind === 'entity' && shown.length > 1)) throw new UnsupportedSource()
    for (let i = 0; i < shown.length; i++) {
      text.push(shown[i] ?? '')
      at.push(node.from + i)
    }
    end = node.to
  }
  if (end !== element.close.from) throw new UnsupportedSource()
  // Browsers leave out a line break at the beginning.
  const skipped = text[0] === '\n' && element.name === 'pre' ? 1 : 0
  return { text: text.slice(skipped).join(''), at: Uint32Array.from([...at.slice(skipped), end]) }
}
