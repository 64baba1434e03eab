import { describe, expect, test } from 'bun:test'
import { readDocument, writeDocument } from '#server/text/document/documents.ts'

const SOURCE =
  'See *the* [book][ref] and [ref],\nnot [it](/x).\n\nOther.\n\n[ref]: https://a.example "Title"\n[two]: /two\n'
const definitions = (text: string) => ({ type: 'source_block', attrs: { text } })

describe('the definition of links', () => {
  test('that is deleted is written into the links that use it, and changes nothing else', () => {
    expect(writeDocument(SOURCE, 'md', [0, 1])).toBe(
      'See *the* [book](https://a.example "Title") and [ref](https://a.example "Title"),\nnot [it](/x).\n\nOther.\n',
    )
  })

  test('that is deleted leaves one of the same name in use', () => {
    const source = 'A [b][c].\n\n[c]: /c\n\nText.\n\n[c]: /c\n'
    expect(writeDocument(source, 'md', [0, 2, 3])).toBe('A [b][c].\n\nText.\n\n[c]: /c\n')
  })

  test('that is changed changes the links, whose text stays', () => {
    const source = 'A [b][c].\n\n[c]: /c\n'
    const saved = writeDocument(source, 'md', [0, definitions('[c]: /new')])
    expect(saved).toBe('A [b][c].\n\n[c]: /new\n')
    expect(JSON.stringify(readDocument(saved, 'md'))).toContain('"href":"/new"')
  })

  test('can be added and moved', () => {
    expect(writeDocument('A [b](/c).\n', 'md', [0, definitions('[d]: /d')])).toBe('A [b](/c).\n\n[d]: /d\n')
    expect(writeDocument('A [b][c].\n\n[c]: /c\n', 'md', [1, 0])).toBe('[c]: /c\n\nA [b][c].\n')
  })
})
