import { beforeAll, describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import type { PostCard } from '#contract/posts.ts'
import { seeded } from '#tests/helpers/seeded.ts'
import { blogApps, plainPost } from './blog-app.ts'

const blogApp = blogApps()

const files = {
  'posts/in-text.md': plainPost({ title: 'One', date: '2026-01-01', body: 'Then **count** the crates.' }),
  'posts/in-summary.md': plainPost({ title: 'Two', date: '2026-01-02', summary: 'All about crates.' }),
  'posts/in-tag.md': plainPost({ title: 'Three', date: '2026-01-03', tags: ['crates'] }),
  'posts/in-title.md': plainPost({ title: 'Crates', date: '2026-01-04' }),
  'posts/longer-word.md': plainPost({ title: 'Cratesmith', date: '2026-01-05' }),
  'posts/accents.md': plainPost({ title: 'Crème brûlée für Straßen', date: '2026-01-06' }),
  'posts/hidden.md': plainPost({
    title: 'Hidden',
    body: 'Seen <!-- zebra --><script>giraffe</script> and &eacute; done',
  }),
  'posts/draft.md': plainPost({ title: 'Okapi', draft: true }),
  'posts/hostile.md': plainPost({ title: 'Tom & <img src=x> Jerry', summary: 'A "quoted" <b>word</b>.' }),
  'tags/crates.yml': 'name: Crates and pallets\n',
}

let app: Awaited<ReturnType<typeof blogApp>>
beforeAll(async () => {
  app = await blogApp({ files, now: () => new Date('2026-06-01T00:00:00Z') })
})

const query = (q: string, more = '') => `?fields=card&q=${encodeURIComponent(q)}${more}`
const search = async (q: string, more = ''): Promise<PostCard[]> => app.list(query(q, more))
const ids = async (q: string, more = '') => (await search(q, more)).map(({ id }) => id)

describe('searching posts', () => {
  test('ranks title before category and tags before summary before text, and exact words before longer ones', async () => {
    expect(await ids('crates')).toEqual(['in-title', 'longer-word', 'in-tag', 'in-summary', 'in-text'])
  })

  test('finds a category by its name, combined with other filters', async () => {
    expect(await ids('production crates', '&tag=crates')).toEqual(['in-tag'])
  })

  test('matches the beginning of a word in any case', async () => {
    expect(await ids('CRATESM')).toEqual(['longer-word'])
    expect(await ids('rates')).toEqual([])
  })

  test('ignores diacritics in query and text', async () => {
    for (const q of ['creme brulee', 'CRÈME', 'crème', 'strassen', 'Straße', 'fur']) {
      expect(await ids(q)).toEqual(['accents'])
    }
  })

  test('requires all words, in any part of the post', async () => {
    expect(await ids('three pallets')).toEqual(['in-tag'])
    expect(await ids('three zebra')).toEqual([])
  })

  test('tolerates a typo in a word that no post contains', async () => {
    expect(await ids('brulle')).toEqual(['accents'])
    expect(await ids('cartesmith')).toEqual(['longer-word'])
    expect(await ids('xyz')).toEqual([])
  })

  test('does not match text that readers do not see', async () => {
    expect([await ids('zebra'), await ids('giraffe'), await ids('strong'), await ids('script')]).toEqual([
      [],
      [],
      [],
      [],
    ])
    expect(await ids('seen')).toEqual(['hidden'])
  })

  test('finds hidden posts for the administrator only', async () => {
    expect(await ids('okapi')).toEqual([])
    const answer = await app.send('GET', `${apiPaths.posts}${query('okapi', '&state=all')}`, { token: app.token })
    expect(await answer.json()).toMatchObject([{ id: 'draft' }])
  })

  test('returns pages with the total count', async () => {
    const answer = await app.get(`${apiPaths.posts}${query('crates', '&per_page=2&page=2')}`)
    expect(answer.headers.get('x-total-count')).toBe('5')
    expect(((await answer.json()) as PostCard[]).map(({ id }) => id)).toEqual(['in-tag', 'in-summary'])
  })
})

describe('search results', () => {
  test('contain an excerpt for each of a hundred posts on a page', async () => {
    const posts = Array.from({ length: 100 }, (_, number) => [`posts/p${number}.md`, plainPost({ body: 'Some emu.' })])
    const many = await blogApp({ files: Object.fromEntries(posts) })
    const found = await many.list(query('emu', '&per_page=100'))
    expect(found.map(({ found }) => found?.text)).toEqual(Array(100).fill('Some <mark>emu</mark>.'))
  })

  test('highlight words in title, summary or text', async () => {
    const [title, , , summary, text] = await search('crates')
    expect(title?.found).toEqual({ title: '<mark>Crates</mark>', text: 'In short.' })
    expect(summary?.found?.text).toBe('All about <mark>crates</mark>.')
    expect(text?.found).toEqual({ title: 'One', text: 'Then count the <mark>crates</mark>.' })
  })

  test('escape the text of posts', async () => {
    const [hostile] = await search('jerry word')
    expect(hostile?.found).toEqual({
      title: 'Tom &amp; &lt;img src=x&gt; <mark>Jerry</mark>',
      text: 'A &quot;quoted&quot; <mark>word</mark>.',
    })
  })

  test('have no highlights in a list without a query', async () => {
    expect((await app.list('?fields=card')).some((post) => 'found' in post)).toBe(false)
  })
})

describe('a search query', () => {
  test('of more than 200 characters is 422 and not repeated', async () => {
    const answer = await app.get(`${apiPaths.posts}${query('zebra'.repeat(41))}`)
    expect([answer.status, (await answer.text()).includes('zebra')]).toEqual([422, false])
    expect(await ids(`crates ${'z'.repeat(193)}`)).toEqual([])
  })

  test('is taken as plain words, whatever its syntax', async () => {
    const typed = [
      '.*',
      '(((((',
      '\\',
      '%',
      '\u0000',
      '🥖',
      '__proto__',
      "' OR 1=1 --",
      '<script>',
      'a '.repeat(100),
      '-'.repeat(200),
    ]
    for (const q of typed) {
      const answer = await app.get(`${apiPaths.posts}${query(q)}`)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toBeArray()
    }
  })

  test('is answered without a server error for 500 hostile texts', async () => {
    const { below, pick } = seeded(3)
    const syntax = [
      'AND',
      'OR',
      'NOT',
      'NEAR(',
      '"',
      "'",
      '*',
      '^',
      ':',
      '-',
      '+',
      '{title}',
      '(',
      ')',
      '\0',
      '%',
      '_',
      '--',
    ]
    const randomBytes = () =>
      Array.from({ length: below(60) }, () => `%${(256 + below(256)).toString(16).slice(1)}`).join('')
    const pieces = [
      () => encodeURIComponent(pick(syntax)),
      () => pick(['crates', 'crat', 'three', 'okapi']),
      randomBytes,
      () => encodeURIComponent(String.fromCodePoint(below(0xd800), 0xe000 + below(0x100000))),
      () => encodeURIComponent(pick(['x', '"', '🥖', 'é', '*']).repeat(below(220))),
      () => encodeURIComponent("'; drop table search_post; --"),
    ]
    for (let round = 0; round < 500; round++) {
      const q = Array.from({ length: 1 + below(6) }, () => pick(pieces)()).join(pick(['', '+']))
      const { status } = await app.get(`${apiPaths.posts}?fields=card&q=${q}`)
      expect([q, status < 500]).toEqual([q, true])
    }
    expect(await ids('crates')).toHaveLength(5)
  })

  test('of spaces returns all posts', async () => {
    expect((await search('   ')).length).toBe(8)
  })
})

describe('the search index after a change', () => {
  test('contains saved posts and renamed tags, and no deleted file', async () => {
    await app.create({ title: 'Wombat', content: 'Quokka.' })
    expect(await ids('quokka')).toEqual(['wombat'])
    await app.update('wombat', { title: 'Wombat', content: 'Numbat.' })
    expect([await ids('quokka'), await ids('numbat')]).toEqual([[], ['wombat']])
    await app.send('PUT', adminPaths.tag('crates'), { json: { name: 'Boxes' }, token: app.token })
    expect([await ids('pallets'), await ids('boxes')]).toEqual([[], ['in-tag']])
    await rm(join(app.dir, 'content', 'posts', 'wombat.html'))
    await app.content.reload(['posts/wombat.html'])
    expect(await ids('wombat')).toEqual([])
  })
})
