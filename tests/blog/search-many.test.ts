import { expect, test } from 'bun:test'
import { createSearch } from '#server/blog/search/search.ts'
import { DELTA_MAX } from '#server/blog/search/search-index.ts'
import { wordsOf } from '#server/blog/search/words.ts'
import type { PostEntry, Snapshot } from '#server/content/snapshot.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { seeded } from '#tests/helpers/seeded.ts'

const WORDS = 'bread flour oven yeast dough crumb crust knead proof bake rye spelt sour starter levain'.split(' ')
const { pick, below } = seeded(7)
const text = (length: number) => Array.from({ length }, () => pick(WORDS)).join(' ')

const entry = (number: number, revision = 'first'): PostEntry => ({
  id: `post-${number}`,
  file: `posts/post-${number}.md`,
  format: 'md',
  revision,
  title: text(2),
  summary: text(2),
  category: null,
  tags: [],
  image: null,
  imageAlt: '',
  date: '2026-01-01',
  updated: null,
  expires: null,
  draft: false,
  aliases: [],
  author: null,
})

const everyPost = ({ posts }: Snapshot) => posts.values()

/** More posts than fit into one segment; `bodies` counts the texts that were read. */
function aLibrary(count: number) {
  const texts = new Map<PostEntry, string>()
  const posts = new Map<string, PostEntry>()
  const put = (post: PostEntry) => texts.set(posts.set(post.id, post) && post, text(3))
  for (let number = 0; number < count; number++) put(entry(number))
  let snapshot = { posts: new Map(posts), categories: new Map(), tags: new Map() } as Partial<Snapshot> as Snapshot
  let bodies = 0
  const { find, prepare } = createSearch({
    snapshot: () => snapshot,
    bodyOf: async (post) => {
      bodies++
      return texts.get(post) ?? ''
    },
  })
  return {
    posts,
    change(post: PostEntry | string) {
      if (typeof post === 'string') posts.delete(post)
      else put(post)
      snapshot = { ...snapshot, posts: new Map(posts) }
    },
    prepare,
    read: () => bodies,
    found: async (q: string) => [...(await find(q, everyPost)).scores.keys()].map(({ id }) => id).sort(),
    /** The same result from a scan of every text. */
    expected: (q: string) =>
      [...posts.values()]
        .filter((post) => {
          const all = wordsOf(`${post.title} ${post.summary} ${texts.get(post)}`)
          return wordsOf(q).every((word) => all.some((one) => one.startsWith(word)))
        })
        .map(({ id }) => id)
        .sort(),
  }
}

test('finds in the index what a scan of every text finds, before and after changes', async () => {
  const library = aLibrary(DELTA_MAX + 150)
  const check = async () => {
    for (let round = 0; round < 30; round++) {
      const q = [pick(WORDS), pick(WORDS).slice(0, 1 + below(4))].slice(0, 1 + below(2)).join(' ')
      expect(await library.found(q)).toEqual(library.expected(q))
    }
  }
  await check()
  const read = library.read()
  for (let number = 0; number < 20; number++) library.change(entry(number * 3, 'second'))
  for (let number = 500; number < 510; number++) library.change(entry(number))
  library.change('post-100')
  library.change({ ...entry(511), title: 'Bread and focaccia' })
  await check()
  for (const q of ['focaccia', 'foc', 'bread foc']) expect(await library.found(q)).toEqual(library.expected(q))
  expect(await library.found('focacia')).toEqual(['post-511'])
  expect(library.read() - read).toBe(31)
})

test('rebuilds the whole index when much changed', async () => {
  const library = aLibrary(DELTA_MAX + 1)
  await library.found('bread')
  for (let number = 1000; number < 1002 + DELTA_MAX; number++) library.change(entry(number))
  expect(await library.found('rye')).toEqual(library.expected('rye'))
})

test('answers from a prepared index without reading texts', async () => {
  const library = aLibrary(20)
  await library.prepare()
  expect(library.read()).toBe(20)
  library.change(entry(3, 'second'))
  await library.prepare()
  expect(await library.found('bread')).toEqual(library.expected('bread'))
  expect(library.read()).toBe(21)
})

test('answers 503 when the first search takes too long, and completes the index', async () => {
  const gate = Promise.withResolvers<string>()
  const only = entry(1)
  const { find } = createSearch({
    snapshot: () => snapshot,
    bodyOf: () => gate.promise,
    patienceMs: 5,
  })
  const snapshot = {
    posts: new Map([[only.id, only]]),
    categories: new Map(),
    tags: new Map(),
  } as Partial<Snapshot> as Snapshot
  await expect(find('bread', everyPost)).rejects.toThrow('The search is being prepared. Please try again in a moment.')
  gate.resolve('bread')
  const found = async () => (await find('bread', everyPost).catch(() => undefined))?.scores.size
  expect(await eventually(found, (size) => size === 1)).toBe(1)
})

test('finds nothing without posts', async () => {
  expect(await aLibrary(0).found('bread')).toEqual([])
})
