import { describe, expect, test } from 'bun:test'
import { blogApps, plainPost } from './blog-app.ts'

const blogApp = blogApps()
const PUBLIC_URL = 'https://www.testery.example'
const extras = {
  image_caption: 'The rack at <four>',
  image_focus: '40% 25%',
  seo_title: 'Racks & "trays"',
  seo_description: 'How many racks a bakery needs.',
  canonical: 'https://elsewhere.example/racks?a=1&b=2',
}
const withImage = { image: 'posts/4f0c-1600x900.webp', image_alt: 'Loaves' }
const blogWith = (fields: object) =>
  blogApp({ files: { 'posts/racks.html': plainPost({ title: 'Racks', ...fields }) }, env: { PUBLIC_URL } })

/** For tests that change nothing. */
let plain: ReturnType<typeof blogWith> | undefined

describe('the page of a post', () => {
  test('has the title, the description and the canonical URL that its author chose', async () => {
    const app = await blogWith({ ...withImage, ...extras })
    const html = await (await app.get('/blog/racks')).text()
    expect(html).toContain('<title>Racks &amp; &quot;trays&quot;</title>')
    expect(html).toContain('<meta property="og:title" content="Racks &amp; &quot;trays&quot;">')
    for (const name of ['name="description"', 'property="og:description"'])
      expect(html).toContain(`<meta ${name} content="How many racks a bakery needs.">`)
    const url = 'https://elsewhere.example/racks?a=1&amp;b=2'
    expect(html).toContain(`<link rel="canonical" href="${url}" data-site="${PUBLIC_URL}">`)
    expect(html).toContain(`<meta property="og:url" content="${url}">`)
    const [, graph = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? []
    const post = JSON.parse(graph)['@graph'].find((node: { '@type': string }) => node['@type'] === 'BlogPosting')
    expect(post).toMatchObject({
      headline: 'Racks',
      description: extras.seo_description,
      mainEntityOfPage: extras.canonical,
    })
    expect(html).toContain('>Racks</h1>')
  })

  test('has a path as canonical URL below the public one', async () => {
    const app = await blogWith({ canonical: '/blog/other' })
    const html = await (await app.get('/blog/racks')).text()
    expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}/blog/other"`)
  })

  test('shows the caption, and keeps the focal point of the image in view without a style attribute', async () => {
    const app = await blogWith({ ...withImage, ...extras })
    const answer = await app.get('/blog/racks')
    const html = await answer.text()
    expect(html).toMatch(/<figcaption[^>]*>The rack at &lt;four&gt;<\/figcaption>/)
    expect(/<main[\s\S]*<\/main>/.exec(html)?.[0].includes(' style=')).toBe(false)
    const style = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].find(([, css]) =>
      css?.includes('object-position:40% 25%'),
    )
    const hash = new Bun.CryptoHasher('sha256').update(style?.[1] ?? '').digest('base64')
    expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
    const list = await (await app.get('/blog')).text()
    expect(list).toContain('object-position:40% 25%')
    expect(list).not.toContain('<figcaption')
  })

  test('without any of them is as before', async () => {
    const app = await blogWith(withImage)
    const html = await (await app.get('/blog/racks')).text()
    expect(html).toContain('<title>Racks | Testery</title>')
    expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}/blog/racks">`)
    expect(html).not.toMatch(/<figcaption|object-position/)
  })
})

test('the sitemap leaves out a post whose original is elsewhere', async () => {
  const app = await blogWith(extras)
  expect(await (await app.get('/sitemap.xml')).text()).not.toContain('/blog/racks')
  const own = await blogWith({ canonical: '/blog/racks' })
  expect(await (await own.get('/sitemap.xml')).text()).toContain('/blog/racks')
})

describe('the form of a post', () => {
  test('stores them in the front matter and returns them with the source', async () => {
    const app = await blogApp()
    expect((await app.create({ title: 'Racks', ...extras })).status).toBe(201)
    const file = await app.file('posts/racks.html')
    expect(file).toContain('image_focus: 40% 25%\n')
    expect(file).toContain('canonical: https://elsewhere.example/racks?a=1&b=2\n')
    expect((await app.editable('racks')).source).toMatchObject(extras)
  })

  test('leaves out what is absent, and removes what is empty', async () => {
    const app = await blogWith(extras)
    expect((await app.update('racks', { title: 'Racks' })).status).toBe(200)
    expect((await app.editable('racks')).source).toMatchObject(extras)
    await app.update('racks', { title: 'Racks', seo_title: '', canonical: '', image_focus: '' })
    const file = await app.file('posts/racks.html')
    expect(file).not.toMatch(/seo_title|canonical|image_focus/)
    expect(file).toContain('seo_description:')
  })

  test.each([
    ['canonical', 'javascript:alert(1)'],
    ['canonical', '//evil.example'],
    ['canonical', 'https://a.example/"><script>'],
    ['image_focus', 'center'],
    ['image_focus', '40% 25%;}body{display:none'],
    ['seo_title', 'two\nlines'],
    ['seo_description', 'x'.repeat(501)],
  ])('rejects a wrong %s without repeating it', async (field, value) => {
    plain ??= blogWith({})
    const answer = await (await plain).update('racks', { title: 'Racks', [field]: value })
    expect(answer.status).toBe(422)
    const text = await answer.text()
    expect(Object.keys(JSON.parse(text).errors)).toEqual([field])
    expect(text).not.toContain(value.slice(0, 10))
  })
})

test('two edits of different fields for search engines are merged, of the same one conflict', async () => {
  const app = await blogWith(extras)
  const { revision } = (await app.editable('racks')).source
  await app.update('racks', { title: 'Racks', revision, seo_title: 'Theirs' })
  const other = await app.update('racks', { title: 'Racks', revision, canonical: '/blog/mine' })
  expect(await other.json()).toMatchObject({ merged: ['seo_title'] })
  const same = await app.update('racks', { title: 'Racks', revision, seo_title: 'Mine' })
  expect(same.status).toBe(409)
  expect(await same.json()).toMatchObject({ overlaps: [{ field: 'seo_title', mine: 'Mine', theirs: 'Theirs' }] })
})
