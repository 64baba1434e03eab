import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pictureOf, picturePath } from '#contract/pictures.ts'
import { bodyOf } from '#server/content/files/post-file.ts'
import { stateOf } from '#server/content/publication.ts'
import { createContent } from '#server/content/store.ts'
import { createLog } from '#server/lib/log.ts'

const root = join(import.meta.dir, '../..')
const media = join(root, 'storage/public')
/** The day when the content was published: its posts must not be scheduled for later. */
const now = new Date('2026-11-20')

const content = await createContent({ dir: join(root, 'content'), log: createLog('error', console.error) })
const { site, plans, legal, problems, ...snapshot } = content.snapshot()
const categories = [...snapshot.categories.values()]
const tags = [...snapshot.tags.values()]
const posts = await Promise.all(
  [...snapshot.posts.values()].map(async (post) => ({ ...post, body: bodyOf(await content.read(post.file)) })),
)

const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id)
const wordsIn = (body: string) => body.replace(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}][\p{L}\p{N}’'.,-]*/gu)?.length ?? 0
const linksIn = (body: string) =>
  [...body.matchAll(/(?:href="|\]\()(?<to>\/[^")]*)/g)].map((match) => match.groups?.to ?? '')

describe('the content of the repository', () => {
  test('has no content issues', () => {
    expect(problems).toEqual([])
  })

  test('has at least eight live posts of 500 words or more, in Markdown and HTML', () => {
    const long = posts.filter((post) => stateOf(post, now) === 'live' && wordsIn(post.body) >= 500)
    expect(long.length).toBeGreaterThanOrEqual(8)
    expect(new Set(long.map(({ format }) => format))).toEqual(new Set(['md', 'html']))
  })

  test('has five categories and ten tags, each with a description', () => {
    expect(categories.length).toBeGreaterThanOrEqual(5)
    expect(tags.length).toBeGreaterThanOrEqual(10)
    expect([...categories, ...tags].filter(({ description }) => !description)).toEqual([])
  })

  test('refers only to existing categories and tags', () => {
    expect(
      posts.filter(({ category }) => !category || !ids(categories).includes(category)).map(({ id }) => id),
    ).toEqual([])
    expect(posts.flatMap((post) => post.tags).filter((tag) => !ids(tags).includes(tag))).toEqual([])
  })

  test('has every image of a post in every width, with a description', () => {
    const pictures = posts.flatMap(({ image, imageAlt }) => (image ? [pictureOf(image, imageAlt)] : []))
    expect(pictures.length).toBeGreaterThanOrEqual(8)
    for (const picture of pictures) {
      expect(picture.alt).not.toBe('')
      expect(picture.widths).not.toEqual([])
      const missing = picture.widths
        .map((width) => picturePath(picture, width))
        .filter((path) => !existsSync(join(media, path)))
      expect(missing).toEqual([])
    }
  })

  test('has no broken links between posts', () => {
    const links = posts.flatMap(({ body }) => linksIn(body))
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((to) => !ids(posts).some((id) => to === `/blog/${id}`))).toEqual([])
  })

  test('has the documents that the site offers for download', async () => {
    const { terms, agreement } = site.documents
    for (const document of [terms, agreement]) {
      expect(await Bun.file(join(media, document)).slice(0, 5).text()).toBe('%PDF-')
    }
  })

  test('has four plans, each cheaper when billed annually', () => {
    expect(plans).toHaveLength(4)
    for (const { monthly_price, annual_price } of plans) {
      expect(annual_price).toBeLessThan(monthly_price)
    }
  })

  test('states the required facts of the privacy policy', () => {
    const policy = legal.get('privacy-policy')
    for (const fact of ['August 1, 2018', 'after 12 months', 'under 16', 'within one month'])
      expect(policy).toContain(fact)
  })
})
