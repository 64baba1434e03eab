import { expect, test } from 'bun:test'
import { firstMatch } from '#server/blog/search/highlight.ts'
import { tokenize } from '#server/blog/search/tokenize.ts'
import { seeded } from '#tests/helpers/seeded.ts'

test('highlights the first matching word in accented and plain text', () => {
  const { below, pick } = seeded(11)
  const pieces = [
    'oven',
    'Oven',
    'ove',
    'cloven',
    'oven7',
    'rack',
    'racks',
    'RACK',
    '7',
    'a'.repeat(60),
    ' ',
    '-',
    '. ',
  ]
  const places: (number | undefined)[] = []
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: below(12) }, () => pick(pieces)).join(pick(['', ' ']))
    const words = [pick(['oven', 'ov', 'rack', '7', 'a'.repeat(40), 'é'])]
    const meant = below(2) === 0 ? [pick(['racks', 'ove'])] : []
    const matches = (word: string) => meant.includes(word) || words.some((one) => word.startsWith(one))
    const matcher = { matches, prefixes: [...words, ...meant] }
    const place = firstMatch(text, matcher)
    // The following text disables the fast path.
    expect([text, words, meant, place]).toEqual([text, words, meant, firstMatch(`${text} ö`, matcher)])
    expect(place !== undefined).toBe(tokenize(text).some(matches))
    places.push(place)
  }
  expect(places.filter((place) => place !== undefined && place > 0).length).toBeGreaterThan(500)
})
