import { afterEach, expect, test } from 'bun:test'
import { createSearch } from '#server/blog/search.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { tokenize } from '#server/text/scan/words.ts'
import { BLANK_EXTRAS } from '#tests/helpers/blank-extras.ts'
import { createPrivateDir, loseCacheDb, openTestCacheDb } from '#tests/helpers/cache-db.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { seeded } from '#tests/helpers/seeded.ts'

const WORDS = 'bread flour oven yeast dough crumb crust knead proof bake rye spelt sour starter levain'.split(' ')
const { pick, below } = seeded(7)
const text = (length: number) => Array.from({ length }, () => pick(WORDS)).join(' ')

const log = { warn: () => {} }
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

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
  ...BLANK_EXTRAS,
  words: 0,
})

const everyPost = ({ posts }: Snapshot) => posts.values()
const snapshotOf = (posts: Iterable<[string, PostEntry]>) =>
  ({ posts: new Map(posts), categories: new Map(), tags: new Map() }) as Partial<Snapshot> as Snapshot

/** A search over made-up posts; `reads` counts the texts that were read. */
function createLibrary(count: number) {
  const privateDir = createPrivateDir()
  const texts = new Map<PostEntry, string>()
  const posts = new Map<string, PostEntry>()
  const put = (post: PostEntry) => texts.set(posts.set(post.id, post) && post, text(3))
  for (let number = 0; number < count; number++) put(entry(number))
  let snapshot = snapshotOf(posts)
  let reads = 0
  let readBody = async (post: PostEntry) => texts.get(post) ?? ''

  function open() {
    const cacheDb = openTestCacheDb(privateDir)
    const search = createSearch({
      content: { snapshot: () => snapshot },
      bodyOf: (post) => {
        reads++
        return readBody(post)
      },
      cacheDb,
      log,
    })
    cleanups.push(search.close)
    return { ...search, cacheDb }
  }
  let search = open()
  return {
    posts,
    change(post: PostEntry | string) {
      if (typeof post === 'string') posts.delete(post)
      else put(post)
      snapshot = snapshotOf(posts)
    },
    failReads(error: Error | undefined) {
      readBody = async (post) => {
        if (error) throw error
        return texts.get(post) ?? ''
      }
    },
    search: () => search,
    async restart() {
      await search.close()
      search.cacheDb.close()
      search = open()
    },
    reads: () => reads,
    found: async (q: string, visible = everyPost) =>
      [...(await search.find(q, visible)).scores.keys()].map(({ id }) => id).sort(),
    /** The same by looking into every text. */
    expected: (q: string) =>
      [...posts.values()]
        .filter((post) => {
          const all = tokenize(`${post.title} ${post.summary} ${texts.get(post)}`)
          return tokenize(q).every((word) => all.some((one) => one.startsWith(word)))
        })
        .map(({ id }) => id)
        .sort(),
  }
}

test('finds in the index what a scan of every text finds, before and after changes and a restart', async () => {
  const library = createLibrary(350)
  const check = async () => {
    for (let round = 0; round < 30; round++) {
      const q = [pick(WORDS), pick(WORDS).slice(0, 1 + below(4))].slice(0, 1 + below(2)).join(' ')
      expect(await library.found(q)).toEqual(library.expected(q))
    }
  }
  await check()
  const read = library.reads()
  for (let number = 0; number < 20; number++) library.change(entry(number * 3, 'second'))
  for (let number = 500; number < 510; number++) library.change(entry(number))
  library.change('post-100')
  library.change({ ...entry(511), title: 'Bread and focaccia' })
  await check()
  for (const q of ['focaccia', 'foc', 'bread foc']) expect(await library.found(q)).toEqual(library.expected(q))
  expect(await library.found('focacia')).toEqual(['post-511'])
  expect(library.reads() - read).toBe(31)
  await library.restart()
  await check()
  expect(library.reads() - read).toBe(31)
})

test('indexes after a start only what changed while the server was stopped', async () => {
  const library = createLibrary(50)
  await library.found('bread')
  await library.restart()
  library.change(entry(3, 'second'))
  library.change('post-4')
  expect(await library.found('bread')).toEqual(library.expected('bread'))
  expect(library.reads()).toBe(51)
})

test('indexes after startup without waiting for a search, and several changes with the next one', async () => {
  const library = createLibrary(20)
  library.change(entry(21))
  expect(library.reads()).toBe(0)
  await library.search().warmUp()
  expect(library.reads()).toBe(21)
  for (let save = 0; save < 5; save++) library.change(entry(3, `save ${save}`))
  expect(await library.found('bread')).toEqual(library.expected('bread'))
  expect(library.reads()).toBe(22)
})

test('reads a text again that could not be read, and finds the post by its title meanwhile', async () => {
  const library = createLibrary(0)
  library.failReads(new Error('EIO'))
  library.change({ ...entry(1), title: 'Focaccia', summary: '' })
  expect(await library.found('focaccia')).toEqual(['post-1'])
  library.failReads(undefined)
  library.change(entry(2))
  for (const word of WORDS) expect(await library.found(word)).toEqual(library.expected(word))
  expect(library.reads()).toBe(3)
})

test('answers 503 when the first search takes too long, and completes the index', async () => {
  const gate = Promise.withResolvers<void>()
  const snapshot = snapshotOf([['post-1', entry(1)]])
  const { find } = createSearch({
    content: { snapshot: () => snapshot },
    bodyOf: () => gate.promise.then(() => 'bread'),
    cacheDb: openTestCacheDb(),
    log,
    maxWaitMs: 5,
  })
  await expect(find('bread', everyPost)).rejects.toThrow('The search is being prepared. Please try again in a moment.')
  gate.resolve()
  const found = async () => (await find('bread', everyPost).catch(() => undefined))?.scores.size
  expect(await eventually(found, (size) => size === 1)).toBe(1)
})

test('fills a new index when the database was lost during a search', async () => {
  const library = createLibrary(30)
  expect(await library.found('bread')).toEqual(library.expected('bread'))
  loseCacheDb(library.search().cacheDb)
  expect(await library.found('bread')).toEqual(library.expected('bread'))
  expect(library.reads()).toBe(60)
})

test('ranks and corrects as if hidden posts did not exist', async () => {
  const library = createLibrary(0)
  const put = (number: number, title: string) => library.change({ ...entry(number), title, summary: '' })
  put(1, 'Bread oven')
  put(2, 'Bread baking at home')
  put(3, 'Panettone')
  const isVisible = ({ id }: PostEntry) => !['post-3', ...hidden].includes(id)
  let hidden: string[] = []
  const visible = (snapshot: Snapshot) => [...snapshot.posts.values()].filter(isVisible)
  const results = async () => {
    const { search } = library
    const queries = ['bread', 'bre', 'oven bread', 'panetone', 'panettone', 'brezd', 'hme']
    return Promise.all(
      queries.map(async (q) => {
        const { scores, matches } = await search().find(q, visible)
        return [
          [...scores].map(([{ id }, score]) => [id, score]),
          ['bread', 'oven', 'panettone', 'brezd', 'hme', 'home'].filter(matches.isMatch),
        ]
      }),
    )
  }
  const before = await results()
  expect(before.slice(3, 5).map(([scores]) => scores)).toEqual([[], []])
  hidden = Array.from({ length: 40 }, (_, number) => `post-${100 + number}`)
  for (let number = 0; number < 40; number++) put(100 + number, 'Brezel oven bread brezd hme'.slice(0, 6 + number))
  expect(await results()).toEqual(before)
})

test('finds nothing without posts', async () => {
  expect(await createLibrary(0).found('bread')).toEqual([])
})
