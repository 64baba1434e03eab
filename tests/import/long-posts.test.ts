import { afterEach, expect, test } from 'bun:test'
import { createHtmlConverter } from '#server/import/html/html-converter.ts'
import { anImport } from './importing.ts'

let site: Awaited<ReturnType<typeof anImport>>
afterEach(() => site?.remove())

const TOO_LONG = 'the text is longer than a million characters'
const long = `<p>${'<b>Crates</b> and vans. '.repeat(60_000)}</p>`
const item = (id: number, content: string) =>
  `<item><title>Post ${id}</title><content:encoded><![CDATA[${content}]]></content:encoded><wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2024-05-0${id} 08:00:00</wp:post_date_gmt><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>`
const wordPress = (...contents: string[]) =>
  `<?xml version="1.0"?><rss xmlns:content="c" xmlns:wp="w"><channel><title>Old</title><wp:wxr_version>1.2</wp:wxr_version>${contents.map((content, at) => item(at + 1, content)).join('')}</channel></rss>`
const medium = (content: string) =>
  `<article class="h-entry"><h1 class="p-name">Post</h1><section class="e-content">${content}</section><time class="dt-published" datetime="2024-05-06T08:00:00Z">6 May</time></article>`
const substack = {
  'posts.csv':
    'post_id,post_date,is_published,title,type,audience\n1.long,2024-05-06T08:00:00.000Z,true,Post 1,newsletter,everyone\n',
  'posts/1.long.html': long,
}
const ghost = JSON.stringify({
  db: [
    {
      meta: { version: '5.0.0' },
      data: { posts: [{ id: '1', title: 'Post 1', slug: 'post', html: long, status: 'published', type: 'post' }] },
    },
  ],
})

test.each([
  ['WordPress', { 'export.xml': wordPress(long, '<p>Short.</p>') }, 1],
  ['Ghost', { 'ghost.json': ghost }, 0],
  ['Substack', substack, 0],
  [
    'Medium',
    {
      'posts/2024-05-06_Post-6f932d0ecabe.html': medium(long),
      'posts/2024-05-07_Post-6f932d0ecabf.html': medium('<p>Short.</p>'),
    },
    1,
  ],
])(
  '%s: a post of more than a million characters is rejected before it is converted, and others are imported',
  async (_, files, imported) => {
    site = await anImport(files)
    const { plan } = await site.import('--dry-run')
    expect(plan.rejected.map(({ reason, count }) => [reason, count])).toEqual([[TOO_LONG, 1]])
    expect(plan.actions.add).toBe(imported)
  },
)

test('a long post is converted in a worker to the same Markdown as a short one', async () => {
  const paragraph = '<h2>Crates</h2><p>Count <b>them</b>.</p>'
  const converter = createHtmlConverter()
  try {
    const short = await converter.convert(paragraph)
    const converted = await converter.convert(paragraph.repeat(200))
    if (!('text' in short) || !('text' in converted)) throw new Error('It was rejected.')
    expect(converted.text.split('## Crates')).toHaveLength(201)
    expect(converted.text.startsWith(short.text.trim())).toBe(true)
  } finally {
    converter.close()
  }
})

test.each([
  ['takes too long', { timeLimitMs: 1 }],
  ['takes too much memory', { memoryLimitBytes: Number.NEGATIVE_INFINITY }],
])('a text that %s is rejected, and the next one is converted', async (reason, limits) => {
  const slow = '<ul><li><i>a <b>b</b></i></li></ul><p>c</p>'.repeat(400)
  const converter = createHtmlConverter(limits)
  try {
    expect(await converter.convert(slow)).toEqual({ rejected: expect.stringContaining(reason) })
    expect(await converter.convert('<p>Short.</p>')).toMatchObject({ text: 'Short.\n' })
  } finally {
    converter.close()
  }
})
