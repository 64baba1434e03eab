import { describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import type { CheckedPost, WorkingFields } from '#contract/writing.ts'
import { blogApps, plainPost } from '#tests/blog/blog-app.ts'

const blogApp = blogApps()
const NOW = new Date('2026-06-01T12:00:00Z')
const GOOD = {
  format: 'md',
  title: 'Racks',
  summary: 'In short.',
  content: 'At length.',
  category_id: 'production',
} as const

const setUp = async (files: Record<string, string> = {}) => {
  const app = await blogApp({ files, now: () => NOW })
  const send = (fields: object) =>
    app.send('POST', adminPaths.writingCheck, { json: { ...GOOD, ...fields }, token: app.token })
  /** `severity field[ line:column]: message` */
  const check = async (fields: Partial<WorkingFields> = {}) => {
    const { problems }: CheckedPost = await (await send(fields)).json()
    return problems.map(({ severity, field, message, line, column }) => {
      const place = line === undefined ? '' : ` ${line}:${column}`
      return `${severity} ${field}${place}: ${message}`
    })
  }
  return { ...app, send, check }
}

describe('POST /api/writing/check', () => {
  test('finds nothing in a post that can be published', async () => {
    const { check } = await setUp()
    expect(await check()).toEqual([])
  })

  test('names what publishing needs', async () => {
    const { check } = await setUp()
    expect(await check({ title: ' ', summary: '', content: '', category_id: '' })).toEqual([
      'error title: Title is required.',
      'error summary: Summary is required.',
      'error content: Content is required.',
      'error category_id: Category is required.',
    ])
  })

  test('says which address a new post gets, and how its text begins if it has no summary', async () => {
    const { send } = await setUp({
      'posts/racks.md': plainPost(),
      'posts/boxes.md': plainPost({ aliases: ['racks-2'] }),
    })
    const empty = { summary: ' ', content: '# Racks\n\nAt **length**.\n\nMore.' }
    expect(await (await send(empty)).json()).toMatchObject({ address: 'racks-3', beginning: 'At length.' })
    const known: CheckedPost = await (await send({ address: 'racks' })).json()
    expect(Object.keys(known)).toEqual(['problems'])
  })

  test('names terms, dates, URLs and addresses that would be rejected', async () => {
    const { check } = await setUp()
    const wrong = {
      category_id: 'gone',
      tags: ['milk', 'gone'],
      image_focus: 'center',
      canonical: 'elsewhere',
      address: 'Nö',
    }
    expect((await check({ ...wrong, date: 'soon' })).map((one) => one.split(':')[0])).toEqual([
      ...['error image_focus', 'error canonical', 'error date', 'error address', 'error category_id', 'error tags'],
    ])
    const past = { date: '2026-01-01T00:00:00Z', expires: '2026-02-01T00:00:00Z' }
    expect(await check(past)).toEqual(['warning expires: The expiry date is over, so visitors would not see the post.'])
    expect(await check({ ...past, date: '2026-03-01T00:00:00Z' })).toContain(
      'error expires: Expiry date must be later than the date.',
    )
  })

  test('says that the page of a section prevents publishing', async () => {
    const { check } = await setUp({ 'posts/a/x.md': plainPost(), 'posts/a/_index.md': '+++\ndraft = true\n+++\n' })
    expect(await check({ address: 'x' })).toEqual([
      'error draft: This post is a draft because of content/posts/a/_index.md: change that file, or move the post.',
    ])
  })

  test('names markup of other systems that stays visible, tags without a target and links inside the text', async () => {
    const { check } = await setUp()
    const content = '[a](#part) [b](#gone) {{< unknown >}}\n\n[[A page]] [c]({% post_url none %})\n\n## Part\n'
    expect(await check({ content })).toEqual([
      'warning content 1:12: This text has no heading or id for the link #gone.',
      'warning content 1:23: {{< unknown >}} is not known here, so readers see it as it is written.',
      'warning content 3:1: [[A page]] is not known here, so readers see it as it is written.',
      'warning content 3:16: {% post_url none %} names no post or file of this site.',
    ])
    expect(await check({ content: '<'.repeat(20_000) })).toBeArray()
  })

  test('finds broken links, missing images and descriptions, and removed HTML, with their places in the text', async () => {
    const { check } = await setUp({ 'posts/ovens.html': plainPost() })
    const content = [
      '[good](/blog/ovens) [bad](/blog/oven) [away](https://a.example/b)',
      '![](/storage/posts/none.webp)',
      '<marquee>Sale</marquee> ![far](https://a.example/b.webp)',
    ].join('\n\n')
    expect(await check({ content, summary: '<a href="/nowhere">x</a>' })).toEqual([
      'warning summary: Broken link: /nowhere.',
      'warning content 1:21: Broken link: /blog/oven (did you mean /blog/ovens?).',
      'warning content 3:1: This image has no description: describe it for people who cannot see it.',
      'warning content 3:1: There is no image at /storage/posts/none.webp.',
      'warning content 5:1: <marquee> is removed from posts.',
      'warning content 5:25: https://a.example/b.webp is on another site, so it is not shown (`bun run import` can fetch it).',
    ])
  })

  test('finds in the summary what it finds in the text, and a summary without text', async () => {
    const { check } = await setUp()
    expect(
      await check({ summary: '<p onclick="x">Loaves <iframe></iframe><img src="/storage/none.webp"></p>' }),
    ).toEqual([
      'warning summary: This image has no description: describe it for people who cannot see it.',
      'warning summary: There is no image at /storage/none.webp.',
      'warning summary: The attribute onclick is removed from posts.',
      'warning summary: <iframe> is removed from posts.',
    ])
    expect(await check({ summary: '<p>&nbsp;</p>' })).toEqual(['error summary: Summary is required.'])
    expect(await check({ summary: '<img src="data:," alt="A jar">' })).toContain(
      'warning summary: The summary has no text.',
    )
  })

  test('finds images that are missing in the folder of the post', async () => {
    const { check } = await setUp({ 'posts/racks/index.md': plainPost() })
    expect(await check({ address: 'racks', content: '![Racks](racks.jpg)' })).toEqual([
      'warning content 1:1: There is no image racks.jpg in the folder of this post.',
    ])
  })

  test('says when search results would cut a text, and that a featured image is missing or not described', async () => {
    const { check } = await setUp()
    expect(await check({ title: 'x'.repeat(61), seo_description: 'y'.repeat(161) })).toEqual([
      'warning title: Search results show about 60 characters of a title. This one has 61.',
      'warning seo_description: Search results show about 160 characters of a description. This one has 161.',
    ])
    expect(await check({ title: 'x'.repeat(61), seo_title: 'Short' })).toEqual([])
    expect(await check({ image: 'posts/none.webp' })).toEqual([
      'warning image_alt: The featured image has no description: describe it for people who cannot see it.',
      'warning image: The featured image does not exist any more.',
    ])
    expect(await check({ image: '../../private/admin.json', image_alt: 'x' })).toEqual([
      'warning image: The featured image does not exist any more.',
    ])
  })

  test('says when a text cannot be shown', async () => {
    const { check } = await setUp()
    expect(await check({ content: `${'> '.repeat(200)}x` })).toEqual([
      'error content: This text is nested too deeply to be shown.',
    ])
  })

  test('requires an administrator and the fields of a post, and stores nothing', async () => {
    const { send, post, filesIn } = await setUp()
    expect((await post(adminPaths.writingCheck, GOOD)).status).toBe(401)
    expect((await send({ format: 'exe' })).status).toBe(422)
    expect((await send({ tags: 'milk' })).status).toBe(422)
    expect(await filesIn('content/posts')).toEqual([])
  })

  test('limits how many problems it returns, and how long each is', async () => {
    const { check } = await setUp()
    const problems = await check({ content: `[x](/${'y'.repeat(5000)})\n`.repeat(30) + '[x](/z)\n'.repeat(500) })
    expect(problems.length).toBe(100)
    expect(Math.max(...problems.map((one) => one.length))).toBeLessThan(400)
  })
})
