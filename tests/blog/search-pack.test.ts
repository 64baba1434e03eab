import { expect, test } from 'bun:test'
import { createPacker, eachPost, numberIn } from '#server/blog/search/inverted-index.ts'
import { seeded } from '#tests/helpers/seeded.ts'

test('returns the posts and positions of each word as they were added, for small and large gaps', () => {
  const { below } = seeded(3)
  const packer = createPacker()
  const words = ['always', 'often', 'seldom', 'hardly']
  const oneIn = [1, 9, 150, 3000]
  const put = words.map(() => [] as [post: number, places: number][])
  for (let post = 0; post < 40_000; post++) {
    const chosen = words.keys().filter((word) => below(oneIn[word] ?? 1) === 0)
    const terms = new Map([...chosen].map((word) => [words[word] ?? '', 1 + below(15)]))
    for (const [word, list] of put.entries()) {
      const places = terms.get(words[word] ?? '')
      if (places) list.push([post, places])
    }
    packer.add(terms)
  }
  const pack = packer.pack()
  expect(pack.terms).toEqual(words.toSorted())
  for (const [word, list] of put.entries()) {
    const found: [post: number, places: number][] = []
    eachPost(pack, numberIn(pack, words[word] ?? '') ?? -1, (post, places) => found.push([post, places]))
    expect(found).toEqual(list)
  }
  expect(put.map(({ length }) => length > 5)).toEqual([true, true, true, true])
})

test('has no entry for an unknown word, and none at all when empty', () => {
  const packer = createPacker()
  expect(packer.pack()).toEqual({ terms: [], starts: new Uint32Array(1), postings: new Uint8Array() })
  packer.add(new Map([['bread', 1]]))
  expect([
    numberIn(packer.pack(), 'bread'),
    numberIn(packer.pack(), 'brea'),
    numberIn(packer.pack(), 'breads'),
  ]).toEqual([0, undefined, undefined])
})
