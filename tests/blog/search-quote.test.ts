import { expect, test } from 'bun:test'
import { firstHit } from '#server/blog/search/quote.ts'
import { wordsOf } from '#server/blog/search/words.ts'
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
    const isHit = (word: string) => meant.includes(word) || words.some((one) => word.startsWith(one))
    const hits = { isHit, beginnings: [...words, ...meant] }
    const place = firstHit(text, hits)
    // The following text disables the fast path.
    expect([text, words, meant, place]).toEqual([text, words, meant, firstHit(`${text} ö`, hits)])
    expect(place !== undefined).toBe(wordsOf(text).some(isHit))
    places.push(place)
  }
  expect(places.filter((place) => place !== undefined && place > 0).length).toBeGreaterThan(500)
})
