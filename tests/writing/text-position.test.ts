import { describe, expect, test } from 'bun:test'
import { offsetInSource, offsetInText } from '#client/admin/visual-editor/map-offset.ts'
import { positionAt } from '#client/admin/visual-editor/text-position.ts'
import { toDocument } from '#client/admin/visual-editor/use-document.ts'
import { parseBody, readDocument } from '#server/text/document/documents.ts'

const without = (marked: string) => marked.replace('|', '')

test.each([
  ['A bold| word', 'A **bold|** word'],
  ['salt and salt| and salt', 'salt and [salt|](/salt) and salt'],
  ['salt and salt and| salt', 'salt and [salt](/salt) and| salt'],
  ['|Start', '# |Start'],
  ['End|', '**End|**'],
  ['one\ntwo th|ree', '- one\n- two th|ree'],
  ['wrapped here, and t|here', 'wrapped\nhere, and t|here'],
  ['salt © and wa|ter', 'salt &copy; and wa|ter'],
  ['{{ x }}|', '{{ x }}|'],
])('the cursor stays at the same words: %s', (text, source) => {
  const [inText, inSource] = [text.indexOf('|'), source.indexOf('|')]
  expect(offsetInSource(without(text), inText, without(source))).toBe(inSource)
  expect(offsetInText(without(source), inSource, without(text))).toBe(inText)
})

describe('a place in the source', () => {
  const SOURCE = '# Bread\n\nFlour, *water*\nand **salt**.\n\n- Rye\n- Wheat and spelt\n\n```js\nlet a\n```\n'
  const { blocks } = parseBody(SOURCE, 'md')
  const lines = blocks.map(({ from }) => SOURCE.slice(0, from).split('\n').length)
  const doc = toDocument(readDocument(SOURCE, 'md'))
  const base = { content: SOURCE, lines, blocks: doc.children }

  test.each([['Br|ead'], ['Flour, *wa|ter*'], ['and **sa|lt**.'], ['- Wheat and| spelt'], ['let| a']])(
    'is found in the document: %s',
    (marked) => {
      const line = SOURCE.split('\n').findIndex((one) => one.includes(marked.replace('|', ''))) + 1
      const column = (SOURCE.split('\n')[line - 1] ?? '').indexOf(marked.replace('|', '')) + marked.indexOf('|') + 1
      const pos = positionAt(doc, base, line, column) ?? 0
      const nearby = doc.textBetween(Math.max(0, pos - 2), pos)
      expect(marked.replaceAll('*', '').split('|')[0]?.slice(-2)).toBe(nearby)
    },
  )
})
