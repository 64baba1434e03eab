import { afterAll, describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { pageTextIds, pageTextSchemas } from '#contract/page-texts.ts'
import { findPageTexts, shippedTexts } from '#server/content/snapshot/page-texts.ts'
import { asLines, contentWith } from '#tests/content/content-dir.ts'
import { testApp } from '#tests/helpers/test-app.ts'

describe('the texts that are shipped', () => {
  test.each(pageTextIds)('follow the rules of a file for %s, and each of its keys has one', (id) => {
    const shipped = shippedTexts[id]('Acme')
    expect(v.safeParse(pageTextSchemas[id], shipped).issues).toBeUndefined()
    // The images of shared links are made by a command, which has their texts.
    const keys = Object.keys(pageTextSchemas[id].entries).filter((key) => key !== 'card')
    expect(Object.keys(shipped).toSorted()).toEqual(keys.toSorted())
  })
})

describe('the texts of a page', () => {
  const textsOf = async (text?: string) => {
    const { content } = await contentWith(text === undefined ? {} : { 'pages/home.yml': text })
    const snapshot = content.snapshot()
    return findPageTexts({ ...snapshot, site: { ...snapshot.site, name: '$& Co' } }, 'home')
  }
  const shipped = shippedTexts.home('$& Co')

  test('are those that are shipped without a file', async () => {
    expect(await textsOf()).toBeNull()
    expect(shipped.hero.accent).toBe('$& Co ERP.')
  })

  test('are replaced key by key, and lists as a whole, with the name of the product', async () => {
    const texts = await textsOf('hero:\n  benefits: [a, b, "c of {name}"]\nclosing: { title: Call us }\n')
    expect(texts?.hero).toEqual({ ...shipped.hero, benefits: ['a', 'b', 'c of $& Co'] })
    expect(texts?.closing).toEqual({ ...shipped.closing, title: 'Call us' })
    expect(texts?.night).toEqual(shipped.night)
  })

  test('are those that are shipped with a file of comments alone', async () => {
    expect(await textsOf('# nothing yet\n')).toEqual(shipped)
  })
})

describe('a file in content/pages', () => {
  test.each([
    [
      'home',
      'hero:\n  headlines: Bread\n',
      '2:14 hero.headlines: has no meaning here (expected headline, accent, lead, benefits)',
    ],
    [
      'home',
      'heros: {}\n',
      '1:8 heros: has no meaning here (expected hero, trades, night, parts, overview, plugins, closing, card)',
    ],
    ['home', `hero:\n  headline: ${'x'.repeat(61)}\n`, '2:13 hero.headline: must be at most 60 characters long'],
    ['home', 'hero:\n  benefits: [a, b]\n', '2:13 hero.benefits: must have at least 3 entries'],
    ['features', 'closing: Call us\n', '1:10 closing: must be `key: value` lines'],
    [
      'learn-more',
      'steps:\n  - { title: a, text: b }\n  - { title: c }\n  - { title: d, text: e }\n',
      '3:5 steps.1.text: is missing',
    ],
    ['pricing', 'closing: { title: "  " }\n', '1:19 closing.title: must not be empty'],
    ['pricing', 'closing: [\n', '2:1 Flow sequence in block collection must be sufficiently indented and end with a ]'],
    ['about', 'title: x\n', '1:1 there are texts only of home, features, pricing, learn-more'],
  ])('of %s with an invalid text costs only itself, and is reported with its place', async (name, text, problem) => {
    const files = {
      [`pages/${name}.yml`]: text,
      'landings/importers.yml': await Bun.file('content/landings/importers.yml').text(),
    }
    const { dir, content } = await contentWith(files)
    expect(asLines(dir, content.snapshot().problems)).toEqual([`pages/${name}.yml:${problem}`])
    expect([content.snapshot().pageTexts.size, content.snapshot().landings.size]).toEqual([0, 1])
  })

  test('keeps its last good version when it becomes invalid later', async () => {
    const file = 'pages/home.yml'
    const { dir, content } = await contentWith({ [file]: 'hero: { headline: Bread }\n' })
    await Bun.write(`${dir}/${file}`, 'hero: 1\n')
    await content.reload([file])
    expect(content.snapshot().pageTexts.get('home')?.texts).toEqual({ hero: { headline: 'Bread' } })
  })
})

describe('a page whose texts the site changes', async () => {
  const app = await testApp({
    files: {
      'pages/home.yml': 'hero:\n  headline: <b>Bread</b> & jam with\n  accent: "{name} Pro"\n',
      'pages/learn-more.yml':
        'steps:\n  - { title: One, text: a }\n  - { title: Two, text: b }\n  - { title: Three, text: c }\n',
    },
  })
  afterAll(() => app.close())
  const home = shippedTexts.home('Testery')
  const html = async (path: string) =>
    (await (await app.get(path, { headers: { accept: 'text/html' } })).text()).replaceAll('<!-- -->', '')

  test('shows them escaped, and all others as they are shipped', async () => {
    const page = await html('/')
    expect(page).toContain('&lt;b&gt;Bread&lt;/b&gt; &amp; jam with <span>Testery Pro</span>')
    expect(page).toContain(home.hero.lead)
    expect(page).not.toContain('<h1><b>')
  })

  test('is hydrated from its own data, and the data of other pages have no texts of it', async () => {
    expect(await html('/')).toContain('"texts":{"hero":{"headline":')
    expect(await html('/features')).not.toContain('jam with')
  })

  test('has as many steps as the file, and the last one leads to the prices', async () => {
    const page = await html('/learn-more')
    expect(page.match(/<h2>(One|Two|Three)<\/h2>/g)).toHaveLength(3)
    expect(page).not.toContain('We listen')
    expect(page).toMatch(/<h2>Three<\/h2><p>c<\/p><a [^>]*href="\/pricing"/)
  })

  test('shows a change of its file at once, and the shipped text after the file is deleted', async () => {
    await app.content.change(async (tx) => tx.write('pages/home.yml', 'hero: { headline: Jam }\n'))
    expect(await html('/')).toContain('>Jam <span>Testery ERP.</span>')
    await app.content.change(async (tx) => tx.remove('pages/home.yml'))
    expect(await html('/')).toContain(home.hero.headline)
  })

  test('has them as JSON for navigations, and nothing where it changes none', async () => {
    const read = async (id: string) => (await app.get(`/api/page-texts/${id}`)).json()
    expect(await read('learn-more')).toMatchObject({
      steps: [{ title: 'One' }, {}, {}],
      parts: { title: 'What is on the pallet' },
    })
    expect(await read('pricing')).toBeNull()
    expect((await app.get('/api/page-texts/about')).status).toBe(404)
    expect((await app.get('/api/page-texts/__proto__')).status).toBe(404)
  })
})
