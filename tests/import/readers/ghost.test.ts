import { expect, test } from 'bun:test'
import { readGhost } from '#server/import/readers/ghost.ts'
import { markdownOf, readAll } from './source.ts'

type Row = Record<string, unknown>
const DAY = '2021-05-06T07:08:09.000Z'
const post = (slug: string, more: Row = {}): Row => ({
  id: `id-${slug}`,
  slug,
  title: slug,
  html: `<p>${slug}</p>`,
  type: 'post',
  status: 'published',
  visibility: 'public',
  published_at: DAY,
  created_at: DAY,
  updated_at: DAY,
  ...more,
})
const exported = (data: Row) => JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data }] })
const read = (data: Row, pages = false) => readAll(readGhost, { 'blog.ghost.json': exported(data) }, pages)

/** The only post of an export, whose text is in this field. */
async function textOf(field: 'html' | 'mobiledoc' | 'lexical', source: unknown) {
  const written = typeof source === 'string' ? source : JSON.stringify(source)
  const found = await read({ posts: [post('rye', { html: null, [field]: written })] })
  const [only] = found?.posts ?? []
  return { text: markdownOf(only).trim(), changes: only?.changes, rejected: found?.rejected[0]?.reason }
}
const lexical = (...children: Row[]) => textOf('lexical', { root: { type: 'root', children } })
const words = (text: string, format = 0): Row => ({ type: 'extended-text', text, format })
const paragraph = (...children: Row[]): Row => ({ type: 'paragraph', children })

test('Ghost: only posts for everyone on the web are live', async () => {
  const posts = [
    post('open'),
    post('old', { visibility: undefined, type: undefined, page: 0, published_at: 1_620_284_889_000 }),
    post('later', { status: 'scheduled', published_at: '2999-01-01T00:00:00.000Z' }),
    post('undated', { status: 'scheduled', published_at: null }),
    post('draft', { status: 'draft', published_at: null }),
    post('members', { visibility: 'members' }),
    post('paid', { visibility: 'paid' }),
    post('tiers', { visibility: 'tiers' }),
    post('label', { visibility: 'label:vip' }),
    post('constructor', { visibility: 'constructor' }),
    post('sent', { status: 'sent' }),
    post('mailed'),
    post('odd', { status: ['published'] }),
  ]
  const found = await read({ posts, posts_meta: [{ post_id: 'id-mailed', email_only: 1 }] })
  expect(
    found?.posts.map(({ slug, state, date, oldPaths, changes }) => [slug, state, date, oldPaths[0], changes[0]]),
  ).toEqual([
    ['open', 'live', DAY, '/open/', undefined],
    ['old', 'live', DAY, '/old/', undefined],
    ['later', 'live', '2999-01-01T00:00:00.000Z', '/later/', undefined],
    ['undated', 'live', null, '/undated/', undefined],
    ['draft', 'draft', DAY, undefined, undefined],
    ['members', 'draft', DAY, undefined, 'a post for members became a draft'],
    ['paid', 'draft', DAY, undefined, 'a post for payers became a draft'],
    ['tiers', 'draft', DAY, undefined, 'a post for payers became a draft'],
    ['label', 'draft', DAY, undefined, 'a post that was not for everyone became a draft'],
    ['constructor', 'draft', DAY, undefined, 'a post that was not for everyone became a draft'],
    ['sent', 'draft', DAY, undefined, 'a post that was only sent by e-mail became a draft'],
    ['mailed', 'draft', DAY, undefined, 'a post that was only sent by e-mail became a draft'],
    ['odd', 'draft', DAY, undefined, undefined],
  ])
})

test('Ghost: terms, authors, images and fields for search engines, without addresses and internal tags', async () => {
  const data = {
    posts: [
      post('rye', {
        custom_excerpt: 'In short.',
        feature_image: '__GHOST_URL__/content/images/rye.jpg',
        canonical_url: 'https://elsewhere.example/rye',
        codeinjection_head: '<script>track()</script>',
      }),
      post('about', { type: 'page' }),
    ],
    posts_meta: [
      { post_id: 'id-rye', meta_title: 'Rye!', meta_description: 'All about rye.', feature_image_alt: 'A loaf' },
    ],
    tags: [
      { id: 1, name: 'Bread', slug: 'bread', description: 'What we bake' },
      { id: 2, name: '#wide', slug: 'hash-wide', visibility: 'internal' },
      { id: 3, name: 'News', slug: 'news' },
    ],
    posts_tags: [
      { post_id: 'id-rye', tag_id: 3, sort_order: 2 },
      { post_id: 'id-rye', tag_id: 2, sort_order: 1 },
      { post_id: 'id-rye', tag_id: 1, sort_order: 0 },
    ],
    users: [
      { id: 1, name: 'Ann', slug: 'ann', email: 'ann@old.example', bio: 'Bakes.', website: 'https://ann.example' },
      {
        id: 2,
        name: 'bob@old.example',
        slug: 'bob',
        email: 'bob@old.example',
        profile_image: 'https://old.example/blog/content/images/bob.jpg',
      },
    ],
    posts_authors: [
      { post_id: 'id-rye', author_id: 2, sort_order: 0 },
      { post_id: 'id-rye', author_id: 1, sort_order: 1 },
    ],
    members: [{ email: 'reader@old.example' }],
  }
  const found = await read(data)
  expect(found?.source.siteUrl).toBe('https://old.example/blog')
  expect(found?.dropped).toEqual({
    'e-mail addresses of authors': 2,
    'internal tags': 1,
    'subscribers and members': 1,
    pages: 1,
  })
  expect(found?.posts).toMatchObject([
    {
      key: 'post-id-rye',
      summary: 'In short.',
      seoTitle: 'Rye!',
      seoDescription: 'All about rye.',
      canonical: 'https://elsewhere.example/rye',
      oldPaths: ['/blog/rye/'],
      tags: [
        { name: 'Bread', slug: 'bread', description: 'What we bake' },
        { name: 'News', slug: 'news', description: '' },
      ],
      authors: [
        { name: 'bob', slug: 'bob', bio: '', url: '' },
        { name: 'Ann', slug: 'ann', bio: 'Bakes.', url: 'https://ann.example' },
      ],
      image: { url: 'https://old.example/blog/content/images/rye.jpg', alt: 'A loaf', caption: '' },
      changes: ['code injected into the page was left out'],
    },
  ])
  expect(JSON.stringify([found?.posts, found?.rejected])).not.toContain('@old.example')
  expect((await read(data, true))?.posts.map(({ slug }) => slug)).toEqual(['rye', 'about'])
})

test('Ghost: the rule of old URLs in the settings of old versions', async () => {
  const rule = (value: string) => read({ posts: [post('rye')], settings: [{ key: 'permalinks', value }] })
  expect((await rule('/:year/:month/:day/:slug/'))?.posts[0]?.oldPaths).toEqual(['/2021/05/06/rye/'])
  expect((await rule('/:primary_tag/:slug/'))?.posts[0]?.oldPaths).toEqual(['/rye/'])
})

test('Ghost: a text of Mobiledoc with formatting, lists, cards and atoms', async () => {
  const { text, changes } = await textOf('mobiledoc', {
    version: '0.3.1',
    atoms: [['soft-return', '', {}]],
    cards: [
      ['code', { code: 'a < b\n', language: 'ts' }],
      ['card-markdown', { markdown: '**Marked** [link](__GHOST_URL__/other/)' }],
      ['email', { html: '<p>Dear reader</p>' }],
      ['wormhole', {}],
    ],
    markups: [['strong'], ['a', ['href', 'https://a.example/?a=1&b=2']], ['script']],
    sections: [
      [1, 'h3', [[0, [], 0, 'Title']]],
      [
        1,
        'p',
        [
          [0, [0], 0, 'Bold '],
          [0, [1], 2, 'link'],
          [1, [], 0, 0],
          [0, [2], 0, '<i>text</i>'],
        ],
      ],
      [3, 'ol', [[[0, [], 0, 'one']], [[0, [], 0, 'two']]]],
      [2, 'https://a.example/a.png'],
      ...[0, 1, 2, 3, 4].map((card) => [10, card]),
      [1, 'pull-quote', [[0, [], 0, 'Quoted']]],
    ],
  })
  expect(text.split('\n\n')).toEqual([
    '### Title',
    '**Bold [link](https://a.example/?a=1&b=2)**\\\n\\<i>text\\</i>',
    '1. one\n2. two',
    '![](https://a.example/a.png)',
    '```ts\na < b\n```',
    '**Marked** [link](/other/)',
    '> Quoted',
  ])
  expect(changes).toEqual(['a text for e-mails only was left out', 'a card of the type “wormhole” was left out'])
})

test('Ghost: Markdown that another tool left in a Mobiledoc text is read as Markdown, tags in it stay text', async () => {
  const { text, changes } = await textOf('mobiledoc', {
    sections: [
      [1, 'p', [[0, [], 0, '![Rye](https://a.example/rye.png) <b>bold</b>']]],
      [3, 'ul', [[[0, [], 0, 'Like **this**:\n\n```js\nbake()\n```']]]],
    ],
  })
  expect(text).toBe('![Rye](https://a.example/rye.png) \\<b>bold\\</b>\n\n- Like **this**:\n\n  ```js\n  bake()\n  ```')
  expect(changes).toEqual(['Markdown in a text without formatting was read as Markdown'])
})

test('Ghost: a text of Lexical with formats, links and nested lists', async () => {
  const item = (...children: Row[]): Row => ({ type: 'listitem', children })
  const { text } = await lexical(
    { type: 'extended-heading', tag: 'h2', children: [words('Title')] },
    paragraph(
      words('both', 3),
      words(' and '),
      words('code', 16),
      { type: 'linebreak' },
      {
        type: 'link',
        url: 'https://a.example',
        children: [words('link', 4)],
      },
    ),
    {
      type: 'list',
      listType: 'bullet',
      children: [
        item(words('outer')),
        item({ type: 'list', listType: 'number', children: [item(words('inner'))] }),
        item(words('last')),
      ],
    },
    { type: 'aside', children: [words('Aside')] },
    { type: 'list', listType: 'check', children: [{ ...item(words('done')), checked: true }, item(words('open'))] },
  )
  expect(text.split('\n\n')).toEqual([
    '## Title',
    '***both*** and `code`\\\n[~~link~~](https://a.example)',
    '- outer\n  1. inner\n- last',
    '> Aside',
    '- [x] done\n- [ ] open',
  ])
})

test('Ghost: each card of Lexical keeps its words and links', async () => {
  const { text, changes } = await lexical(
    { type: 'callout', calloutText: 'Called <b>out</b>', calloutEmoji: '⚠️' },
    { type: 'toggle', heading: 'Toggled', content: '<p>Inside</p>' },
    { type: 'bookmark', url: 'https://a.example/b', metadata: { title: 'Marked', description: 'Described' } },
    { type: 'button', buttonText: 'Press', buttonUrl: 'https://a.example/press' },
    { type: 'gallery', images: [{ src: 'https://a.example/1.png' }, { src: 'https://a.example/2.png' }] },
    { type: 'image', src: 'https://a.example/3.png', alt: 'Alt', caption: '<span>Caption</span>', href: '' },
    { type: 'embed', url: 'https://youtu.be/dQw4w9WgXcQ', html: '' },
    { type: 'codeblock', code: '<b>', language: 'html', caption: 'Listing' },
    { type: 'html', html: '<p onclick="x()">Raw</p><section><!-- not closed' },
    { type: 'file', src: '__GHOST_URL__/content/files/a.pdf', fileTitle: 'A file' },
    { type: 'video', src: 'https://a.example/v.mp4', caption: 'Filmed' },
    {
      type: 'product',
      productTitle: 'Bread',
      productDescription: '<p>Dark</p>',
      productButtonEnabled: true,
      productButton: 'Buy',
      productUrl: 'https://a.example/buy',
    },
    { type: 'header', header: 'Headed', subheader: 'Below' },
    {
      type: 'call-to-action',
      textValue: '<p>Act</p>',
      showButton: true,
      buttonText: 'Now',
      buttonUrl: 'https://a.example/now',
    },
    { type: 'horizontalrule' },
    paragraph(words('End')),
  )
  expect(text.split('\n\n')).toEqual([
    '> [!WARNING]\n> Called **out**',
    '<details><summary>Toggled</summary><p>Inside</p></details>',
    '[Marked](https://a.example/b)\\\nDescribed',
    '[Press](https://a.example/press)',
    '![](https://a.example/1.png)',
    '![](https://a.example/2.png)',
    '![Alt](https://a.example/3.png "Caption")',
    '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>',
    '<figure><pre><code class="language-html">&lt;b&gt;</code></pre><figcaption>Listing</figcaption></figure>',
    'Raw',
    '[A file](/content/files/a.pdf)',
    '[Video: v.mp4](https://a.example/v.mp4)',
    'Filmed',
    '**Bread**',
    'Dark',
    '[Buy](https://a.example/buy)',
    '## Headed',
    'Below',
    'Act',
    '[Now](https://a.example/now)',
    '---',
    'End',
  ])
  expect(changes).toEqual([])
})

test('Ghost: cards for members, subscribers and e-mails are left out and reported', async () => {
  const { text, changes } = await lexical(
    { type: 'email', html: 'Dear reader' },
    { type: 'email-cta', html: 'Dear payer' },
    { type: 'signup', header: 'Join' },
    { type: 'paywall' },
    { type: 'html', html: 'For members', visibility: { web: { nonMember: false } } },
    { type: 'html', html: 'In mails', visibility: { showOnWeb: false } },
    { type: 'html', html: 'For all', visibility: { web: { nonMember: true } } },
  )
  expect(text).toBe('For all')
  expect(changes).toEqual([
    'a text for e-mails only was left out',
    'a form for subscribers was left out',
    'the mark at which the text for members begins was left out',
    'a part of the text that only some readers saw was left out',
  ])
})

test('Ghost: cards that Ghost has rendered become simple elements', async () => {
  const { text, changes } = await textOf(
    'html',
    [
      '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">A <b>tip</b></div></div>',
      '<div class="kg-card kg-toggle-card"><div><h4 class="kg-toggle-heading-text">More</h4><button class="kg-toggle-card-icon">+</button></div><div class="kg-toggle-content"><p>Inside</p></div></div>',
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://a.example/b"><div class="kg-bookmark-title">Marked</div><div class="kg-bookmark-metadata"><img src="https://a.example/icon.png"></div></a></figure>',
      '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://a.example/a.pdf"><div class="kg-file-card-title">A file</div></a></div>',
      '<div class="kg-card kg-audio-card"><audio src="https://a.example/a.mp3"></audio><div class="kg-audio-title">Sound</div><div class="kg-audio-player">0:00</div></div>',
      '<div class="kg-card kg-button-card"><a href="https://a.example/go">Go</a></div>',
      '<div class="kg-card kg-signup-card"><h2>Join</h2></div>',
      '<!--kg-gated-block:begin nonMember:false memberSegment:"status:free"--><p>For members</p><!--kg-gated-block:end-->',
      '<!--kg-gated-block:begin nonMember:true memberSegment:""--><p>For all</p><!--kg-gated-block:end--><p>End</p>',
      '<!-- kg-gated-block:begin nonMember:false --><p>Not closed</p>',
    ].join(''),
  )
  expect(text.split('\n\n')).toEqual([
    '> [!TIP]\n> A **tip**',
    '<details><summary>More</summary><p>Inside</p></details>',
    '[Marked](https://a.example/b)',
    '[A file](https://a.example/a.pdf)',
    '[Audio: Sound](https://a.example/a.mp3)',
    '[Go](https://a.example/go)',
    'For all',
    'End',
  ])
  expect(changes).toContain('a part of the text that only some readers saw was left out')
  expect(changes).toContain('a form for subscribers was left out')
})

test('Ghost: a hostile text costs that post', async () => {
  let deep: Row = words('deep')
  for (let depth = 0; depth < 5_000; depth++) deep = { type: 'paragraph', children: [deep] }
  expect((await lexical(deep)).rejected).toBe('This text is nested too deeply to be shown.')
  const cards = [['html', { html: `<p>${'x'.repeat(100_000)}</p>` }]]
  const sections = Array.from({ length: 1_000 }, () => [10, 0])
  expect((await textOf('mobiledoc', { cards, sections })).rejected).toBe('This text is too long to be shown.')
  const markups = [['strong']]
  const opened = Array.from({ length: 50_000 }, () => 0)
  expect((await textOf('mobiledoc', { markups, sections: [[1, 'p', [[0, opened, 0, 'Bold']]]] })).text).toBe('**Bold**')
  expect((await textOf('mobiledoc', '{"sections":')).rejected).toBe('the text of the post cannot be read')
  expect((await textOf('mobiledoc', { sections: [null, [1, 7, 7], [3, 'ul', { a: 1 }], [10, 'x']] })).text).toBe('')
  expect((await lexical({ type: 'constructor' }, { type: 'image' })).text).toBe('')
})

test('Ghost: an export without its frame, and JSON of another kind', async () => {
  const bare = JSON.stringify({ meta: { version: '2.0.0' }, data: { posts: [post('rye'), null] } })
  expect((await readAll(readGhost, { 'a.json': `\uFEFF${bare}` }))?.posts.map(({ slug }) => slug)).toEqual(['rye', ''])
  expect(
    await readAll(readGhost, { 'package.json': '{"name":"a"}', 'b.json': '{"data":{}}', 'c.md': 'x' }),
  ).toBeUndefined()
  expect(readAll(readGhost, { 'a.json': '{"db":[' })).rejects.toThrow('a.json is no valid JSON.')
})
