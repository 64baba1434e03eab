import { expect, test } from 'bun:test'
import { createAmpersandEscaper } from '#server/import/readers/ampersands.ts'
import { readWordPress } from '#server/import/readers/wordpress.ts'
import { markdownOf, readAll } from './source.ts'

const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
const wxr = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://old.example</link>${inside}</channel></rss>`
const item = (id: number, fields: Readonly<Record<string, string>>, more = '') => {
  const all = {
    'wp:post_id': `${id}`,
    'wp:post_type': 'post',
    'wp:status': 'publish',
    'wp:post_date_gmt': '2019-05-06 07:08:09',
    ...fields,
  }
  return `<item>${Object.entries(all)
    .map(([name, text]) => `<${name}>${cdata(text)}</${name}>`)
    .join('')}${more}</item>`
}
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`
const read = (inside: string, pages = false) => readAll(readWordPress, { 'a.xml': wxr(inside) }, pages)
const textOf = async (content: string, more = '') =>
  markdownOf((await read(item(1, { 'content:encoded': content }) + more))?.posts[0])

test('reads a post of WordPress with its terms, author, image and old URL', async () => {
  const found = await read(
    `<wp:author><wp:author_login>ann</wp:author_login><wp:author_email>ann@old.example</wp:author_email><wp:author_display_name>${cdata('Ann Baker')}</wp:author_display_name></wp:author>` +
      '<wp:category><wp:category_nicename>rye</wp:category_nicename><wp:category_parent>flour</wp:category_parent><wp:cat_name>Rye</wp:cat_name></wp:category>' +
      '<wp:category><wp:category_nicename>flour</wp:category_nicename><wp:category_parent>rye</wp:category_parent><wp:cat_name>Flour &amp; meal</wp:cat_name></wp:category>' +
      item(
        7,
        {
          title: 'Rye &amp; <em>us</em>',
          link: 'https://old.example/2019/05/rye/',
          'dc:creator': 'ann',
          'wp:post_name': 'rye',
          'content:encoded': '<p>A</p>',
        },
        `<category domain="category" nicename="rye">Rye</category><category domain="post_tag" nicename="bread">Bread</category>${meta('_thumbnail_id', '9')}<wp:comment><wp:comment_author_email>b@old.example</wp:comment_author_email><wp:comment_content>Hi</wp:comment_content></wp:comment>`,
      ) +
      item(
        9,
        {
          'wp:post_type': 'attachment',
          'wp:attachment_url': 'https://old.example/a.jpg',
          'excerpt:encoded': 'The mill',
        },
        meta('_wp_attachment_image_alt', 'Mill'),
      ),
  )
  expect(found?.posts).toMatchObject([
    {
      key: 'post-7',
      slug: 'rye',
      title: 'Rye & us',
      state: 'live',
      date: '2019-05-06T07:08:09.000Z',
      oldPaths: ['/2019/05/rye/'],
      categories: [{ name: 'Rye', slug: 'rye' }],
      tags: [
        { name: 'Bread', slug: 'bread' },
        { name: 'Flour & meal', slug: 'flour' },
      ],
      changes: ['the parent of a category became a tag'],
      authors: [{ name: 'Ann Baker', slug: 'ann' }],
      image: { url: 'https://old.example/a.jpg', alt: 'Mill', caption: 'The mill' },
    },
  ])
  expect(found?.dropped).toEqual({ 'e-mail addresses of authors': 1, comments: 1, 'entries of the media library': 1 })
  expect(JSON.stringify(found)).not.toContain('@old.example')
})

test('makes drafts of what was not public in WordPress, and rejects what was in the trash', async () => {
  const statuses = ['draft', 'pending', 'private', 'unknown', 'trash', 'auto-draft', 'future']
  const found = await read(
    statuses.map((status, index) => item(index, { title: status, 'wp:status': status })).join('') +
      item(8, { title: 'password', 'wp:post_password': 'x' }) +
      item(9, {
        title: 'local',
        'wp:status': 'draft',
        'wp:post_date_gmt': '0000-00-00 00:00:00',
        'wp:post_date': '2020-01-02 03:04:05',
      }),
  )
  expect(found?.posts.map(({ title, state }) => `${title} ${state}`)).toEqual([
    ...[
      'draft draft',
      'pending draft',
      'private draft',
      'unknown draft',
      'future live',
      'password draft',
      'local draft',
    ],
  ])
  expect(found?.posts.at(-1)?.date).toBe('2020-01-02T03:04:05.000Z')
  expect(found?.rejected.map(({ title }) => title)).toEqual(['trash', 'auto-draft'])
})

test('imports pages of WordPress on request only', async () => {
  const page = item(1, { title: 'About', 'wp:post_type': 'page' })
  expect((await read(page))?.dropped).toEqual({ pages: 1 })
  expect((await read(page, true))?.posts).toHaveLength(1)
})

test('makes paragraphs and breaks of text of the old editor, apart from code', async () => {
  expect(
    await textOf(
      'One\ntwo\n\n<pre>a\n\nb</pre>\nThree <b>four</b>\n<ul>\n<li>x</li>\n</ul>\n<blockquote>q\n\nr</blockquote>',
    ),
  ).toBe('One\\\ntwo\n\n```\na\n\nb\n```\n\nThree **four**\n\n- x\n\n> q\n>\n> r\n')
})

test('reads blocks of the new editor without their comments', async () => {
  expect(
    await textOf(
      '<!-- wp:heading -->\n<h2 class="x">A</h2>\n<!-- /wp:heading -->\n\n<!-- wp:latest-posts {"a":1} /-->\n<!-- wp:image {"id":5} -->\n<figure class="wp-block-image"><img src="/a.png" alt=""/><figcaption>C</figcaption></figure>\n<!-- /wp:image -->',
    ),
  ).toBe('## A\n\n![](/a.png "C")\n')
})

test('reads captions, galleries, embedded pages and code in shortcodes, and leaves others visible', async () => {
  const library = item(5, {
    'wp:post_type': 'attachment',
    'wp:attachment_url': 'https://old.example/g.jpg',
    'excerpt:encoded': 'G',
  })
  const found = await read(
    item(1, {
      'content:encoded':
        '[caption id="a"]<img src="https://old.example/g-300x200.jpg" /> Said <b>so</b>[/caption]\n\n[gallery ids="5,6"]\n\n[youtube https://youtu.be/abcdefghijk]\n\nhttps://a.example/page\n\n[code language="js"]a &lt; b[/code]\n\n[[gallery]] [form id="3"]',
    }) + library,
  )
  expect(markdownOf(found?.posts[0])).toBe(
    '<figure><img src="https://old.example/g.jpg" alt=""><figcaption>Said <strong>so</strong></figcaption></figure>\n\n![](https://old.example/g.jpg "G")\n\n<iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe>\n\n<https://a.example/page>\n\n```js\na < b\n```\n\n[gallery] [form id="3"]\n',
  )
  expect(found?.posts[0]?.changes).toEqual(['the shortcode [form] stays as text'])
})

test('takes the text before “more” as the summary', async () => {
  const found = await read(item(1, { 'content:encoded': 'Before.\n\n<!--more-->\n\nAfter.' }))
  expect(found?.posts[0]?.summary).toBe('Before.')
  expect(markdownOf(found?.posts[0])).toBe('Before.\n\nAfter.\n')
})

test('reads CDATA that contains the end of an entry', async () => {
  expect(await textOf('<p>&lt;/item&gt; ]]> </item></p>')).toContain('</item>')
})

test('reads an ampersand that is not escaped as itself', async () => {
  const found = await read(item(1, {}, '<title>Bread & cake &amp; <![CDATA[pie &amp; a&b;]]> R&D; &lt;</title>'))
  expect(found?.posts[0]?.title).toBe('Bread & cake & pie & a&b; R&D; <')
})

test('escapes ampersands that begin no entity, wherever a text is cut', () => {
  const text = '<a>x&y=1 &amp; &#38; &#x26;<![CDATA[x&y <b>]]>&z</a><c><![CDATA[&]]&]]></c>&'
  const wanted = '<a>x&amp;y=1 &amp; &#38; &#x26;<![CDATA[x&y <b>]]>&amp;z</a><c><![CDATA[&]]&]]></c>&amp;'
  for (let size = 1; size <= text.length; size++) {
    const escaped = createAmpersandEscaper()
    const pieces = text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
    expect([...pieces, undefined].map(escaped).join('')).toBe(wanted)
  }
})

test('reports the place of damaged XML, and rejects a document type', async () => {
  await expect(readAll(readWordPress, { 'a.xml': wxr('<item><title>A</item>') })).rejects.toThrow(
    /a\.xml is damaged at line 1, column \d+/,
  )
  const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${wxr(item(1, {})).replace(/<\?.*?\?>/, '')}`
  await expect(readAll(readWordPress, { 'a.xml': bomb })).rejects.toThrow(/document type/)
})

test('leaves files of other systems alone', async () => {
  expect(await readAll(readWordPress, { 'a.xml': '<rss><channel></channel></rss>', 'b.txt': 'x' })).toBeUndefined()
})

test('says that an export is one of Squarespace, which has the same format', async () => {
  const generator = '<generator>Site-Server v6.0.0 (http://www.squarespace.com)</generator>'
  expect((await read(generator + item(1, { title: 'Rye' })))?.source.notes).toEqual([
    'This is a Squarespace export, which has the format of WordPress.',
  ])
  expect((await read(item(1, { title: 'Rye' })))?.source.notes).toEqual([])
})

test.each([
  ['[sourcecode language="php"]\n  <?php\n    echo 1;\n[/sourcecode]', '```php\n  <?php\n    echo 1;\n```'],
  ['[python]\ndef a():\n    return "<b>"\n[/python]', '```python\ndef a():\n    return "<b>"\n```'],
  ['[code lang="js"]<p>if (a &lt; b) {</p>\n<p>  c()<br />}</p>[/code]', '```js\nif (a < b) {\n\n  c()\n}\n```'],
  ['[cc lang="sql"]select 1[/cc]', '```sql\nselect 1\n```'],
  ['[cce_bash]echo 1[/cce_bash]', '```bash\necho 1\n```'],
  ['[powershell]Get-Item[/powershell]', '```powershell\nGet-Item\n```'],
  ['a [cci lang="js"]b &lt; c[/cci] d', 'a `b < c` d'],
])('keeps the code of %s', async (content, markdown) => {
  expect((await textOf(content)).trim()).toBe(markdown)
})

test('keeps formulas of Jetpack, apart from those in code', async () => {
  const text = await textOf('Let $latex x_1^2 &lt; \\\\alpha$ be.\n\n<pre>$latex x$</pre>\n\n[latex]a*b*c[/latex]')
  expect(text.trim()).toBe('Let $$x_1^2 \\lt \\\\alpha$$ be.\n\n```\n$latex x$\n```\n\n$$a*b*c$$')
})

test.each([
  ['https://old.example/blog/?p=11', []],
  ['https://old.example/?page_id=11', []],
  ['https://old.example/blog/bread/', ['/blog/bread/']],
  ['https://old.example/blog/bread/?utm_source=x', ['/blog/bread/']],
])('a permalink with a number is no old path: %s', async (link, paths) => {
  const found = await read(item(1, { link, title: 'Bread' }))
  expect(found?.posts[0]?.oldPaths).toEqual(paths)
})
