import { describe, expect, test } from 'bun:test'
import { indexedWords } from '#server/text/scan/indexed-words.ts'
import { indexedParts, joinedWords, searchWords } from '#server/text/scan/search-words.ts'
import { seeded } from '#tests/helpers/seeded.ts'

/** As the words of a query are found, with their places. */
function withPlaces(text: string) {
  const found = [...searchWords(text)]
  const joined = found.flatMap((_, at) => joinedWords(found, at).map((one) => one.text))
  return { words: new Set(found.flatMap(indexedParts)), joined: new Set(joined) }
}

function indexed(text: string) {
  const { words, joined } = indexedWords(text)
  expect([words.length, joined.length]).toEqual([new Set(words).size, new Set(joined).size])
  return { words: new Set(words), joined: new Set(joined) }
}

describe('the words that the search index has of a text', () => {
  test.each([
    '',
    'Cut-off, cut off and cutoff.',
    ' starts with a space, ends with one ',
    'Crème brûlée, L’été: ﬁne œuvre',
    'a-b-c-d e',
    'a\u0301 \u0301 b',
    '\u0301-a-\u0301-b',
    'a  b \u0301 c -d e- f',
    'x-'.repeat(3_000),
    'a b '.repeat(3_000),
    `${'long'.repeat(20)}-word ${'long'.repeat(20)}`,
    '面包 bread 烘焙 cut-off',
    'خبز\u200cها و نان',
    'one\ntwo\tthree  four',
  ])('are those of its queries: %p', (text) => {
    expect(indexed(text)).toEqual(withPlaces(text))
  })

  test('are those of its queries for texts made at random', () => {
    const { pick } = seeded(7)
    const parts = ['a', 'bc', 'Déf', '12', '-', '’', ' ', ' ', '\n', '. ', '\u00ad', '\u0301', 'ß', 'x\u0301']
    for (let round = 0; round < 400; round++) {
      const text = Array.from({ length: 40 }, () => pick(parts)).join('')
      expect([text, indexed(text)]).toEqual([text, withPlaces(text)])
    }
  })
})
