import { createHash } from 'node:crypto'
import { stringify as toYaml } from 'yaml'
import { cutText } from '#contract/cut-text.ts'
import { pagePaths, storageUrl } from '#contract/paths.ts'
import { authorOf } from '#server/blog/post-page.ts'
import type { Rendering } from '#server/blog/render/renderer.ts'
import { shownBody } from '#server/blog/shown-texts.ts'
import { authorsOf, type PostEntry, UNDATED } from '#server/content/files/post-file.ts'
import { stateOf } from '#server/content/publication.ts'
import { DomainError } from '#server/lib/errors.ts'
import { makeId } from '#server/text/scan/make-id.ts'
import { assertRenderable } from '#server/text/scan/nesting-limit.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import type { ExportSource, SourcePost } from './export-source.ts'
import type { ExportImages } from './images.ts'
import type { OutFolder } from './out-folder.ts'

type Options = {
  out: OutFolder
  images: ExportImages
  rendering: Pick<Rendering, 'render'>
  onPost(): void
  /** A post that cannot be rendered is left out. */
  onFailure(file: string, reason: string): void
}

type Row = Readonly<Record<string, unknown>>

/**
 * Writes the JSON that Ghost imports, its images beside it, and its settings for the URLs. Posts are written as they are
 * rendered; only the rows that connect them with tags and authors wait for the end.
 */
export async function exportToGhost(source: ExportSource, options: Options): Promise<void> {
  const { out, images, rendering, onPost, onFailure } = options
  const tables = createTables(source)
  const file = await out.create('ghost.json')
  try {
    const meta = { exported_on: source.now.getTime(), version: GHOST_VERSION }
    await file.appendFile(`{"db":[{"meta":${JSON.stringify(meta)},"data":{"posts":[`)
    let isFirst = true
    for (const entry of source.posts) {
      const html = await htmlOf(source.read(entry))
      if (html !== undefined) {
        const row = { ...postRow(entry, source.now), html, feature_image: await featureImage(entry) }
        await file.appendFile(`${isFirst ? '' : ','}\n${JSON.stringify(row)}`)
        tables.add(entry)
        isFirst = false
      }
      onPost()
    }
    const rest = Object.entries(tables.rows()).map(([name, rows]) => `,"${name}":${JSON.stringify(rows)}`)
    await file.appendFile(`]${rest.join('\n')}}}]}\n`)
  } finally {
    await file.close()
  }
  await out.write('routes.yaml', ROUTES)
  await out.write('redirects.yaml', redirectsOf(source))

  async function htmlOf({ post, body }: SourcePost): Promise<string | undefined> {
    try {
      assertRenderable(post.format, body)
      const [format, source, options] = shownBody(post, body)
      const html = await rendering.render({ format, source, options })
      return await withFiles(post, html)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      onFailure(post.file, error.message)
      return undefined
    }
  }

  /** Images and stored files get URLs of Ghost. It has no widths of them, so `srcset` goes. */
  async function withFiles(post: PostEntry, html: string): Promise<string> {
    const copies: (() => Promise<boolean>)[] = []
    const rewriter = new HTMLRewriter().on('[src],a[href]', {
      element(element) {
        const name = element.tagName === 'a' ? 'href' : 'src'
        const found = placed(post, element.getAttribute(name) ?? '')
        if (!found) return
        copies.push(found.copy)
        element.setAttribute(name, found.url)
        element.removeAttribute('srcset')
        element.removeAttribute('sizes')
      },
    })
    const rewritten = rewriter.transform(html)
    for (const copy of copies) await copy()
    return rewritten
  }

  function placed(post: PostEntry, to: string): { url: string; copy: () => Promise<boolean> } | undefined {
    const image = images.colocated(post, to)
    if (image !== undefined) {
      const path = `content/images/${image}`
      return { url: urlOf(path), copy: () => images.copyColocated(image, path) }
    }
    const prefix = storageUrl('')
    if (!to.startsWith(prefix)) return undefined
    const stored = to.slice(prefix.length).split(/[?#]/)[0] ?? ''
    const path = `content/${IMAGE.test(stored) ? 'images' : 'files'}/${stored}`
    return { url: urlOf(path), copy: () => images.copyStored(stored, path) }
  }

  async function featureImage(post: PostEntry): Promise<string | null> {
    if (post.image === null) return null
    const found = placed(post, post.image) ?? placed(post, storageUrl(post.image.replace(/^\//, '')))
    return found && (await found.copy()) ? found.url : null
  }
}

/** The oldest major version of Ghost that reads this. */
const GHOST_VERSION = '5.0.0'
const IMAGE = /\.(?:jpe?g|png|webp|gif|svg)$/i
const urlOf = (path: string) => `__GHOST_URL__/${encodeURI(path)}`

/** Ghost has ids of 24 hexadecimal digits. Another export of the same content has the same ids. */
const idOf = (...parts: string[]) => createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 24)

const STATUS = { live: 'published', scheduled: 'scheduled', draft: 'draft', expired: 'draft' } as const

function postRow(post: PostEntry, now: Date): Row {
  const date = post.date === UNDATED ? null : post.date
  return {
    id: idOf('post', post.id),
    title: post.title,
    slug: post.id,
    status: STATUS[stateOf(post, now)],
    type: 'post',
    visibility: 'public',
    featured: 0,
    // A draft without a date gets its dates from Ghost.
    ...(date !== null && { created_at: date, updated_at: post.updated ?? date, published_at: date }),
    custom_excerpt: post.summary === '' ? null : cutText(toPlainText('html', post.summary), EXCERPT_MAX_CHARACTERS),
    canonical_url: post.canonical || null,
  }
}
const EXCERPT_MAX_CHARACTERS = 300

/** The rows besides posts. A category is the first tag, which Ghost shows as the primary one. */
function createTables({ snapshot }: ExportSource) {
  const tags = new Map<string, Row>()
  const users = new Map<string, Row>()
  const posts_tags: Row[] = []
  const posts_authors: Row[] = []
  const posts_meta: Row[] = []

  function add(post: PostEntry): void {
    const post_id = idOf('post', post.id)
    const terms = [
      ...(post.category === null ? [] : [snapshot.categories.get(post.category) ?? unnamed(post.category)]),
      ...post.tags.map((id) => snapshot.tags.get(id) ?? unnamed(id)),
    ]
    for (const [sort_order, { id: slug, name, description }] of uniqueById(terms).entries()) {
      const tag_id = idOf('tag', slug)
      if (!tags.has(slug)) tags.set(slug, { id: tag_id, name, slug, description, visibility: 'public' })
      posts_tags.push({ id: idOf(post_id, tag_id), post_id, tag_id, sort_order })
    }
    for (const [sort_order, written] of authorsOf(post).entries()) {
      const { author: name, author_id } = authorOf({ author: written }, snapshot)
      if (name === null) continue
      const slug = author_id ?? makeId(name, 'author')
      const author_id_of_ghost = idOf('user', slug)
      if (!users.has(slug)) users.set(slug, userRow(author_id_of_ghost, name, slug))
      posts_authors.push({ id: idOf(post_id, slug), post_id, author_id: author_id_of_ghost, sort_order })
    }
    const extras = {
      meta_title: post.seo_title || null,
      meta_description: post.seo_description || null,
      feature_image_alt: cutText(post.imageAlt, ALT_MAX_CHARACTERS) || null,
      feature_image_caption: post.image_caption === '' ? null : Bun.escapeHTML(post.image_caption),
    }
    if (Object.values(extras).some((one) => one !== null))
      posts_meta.push({ id: idOf('meta', post.id), post_id, ...extras })
  }

  function userRow(id: string, name: string, slug: string): Row {
    const author = snapshot.authors.get(slug)
    const bio = author && cutText(toPlainText('md', author.biography), BIO_MAX_CHARACTERS)
    // Ghost requires an address; there are none at this domain.
    const email = `${slug}@example.com`
    return { id, name, slug, email, bio: bio || null, website: author?.links[0]?.url ?? null }
  }

  return {
    add,
    rows: () => ({ tags: [...tags.values()], posts_tags, users: [...users.values()], posts_authors, posts_meta }),
  }
}
const BIO_MAX_CHARACTERS = 200
const ALT_MAX_CHARACTERS = 191

const unnamed = (id: string) => ({ id, name: id, description: null })
const uniqueById = <Term extends { id: string }>(terms: readonly Term[]) =>
  [...new Map(terms.toReversed().map((one) => [one.id, one])).values()].toReversed()

/** Ghost uploads both files in its settings: posts stay at their URLs, and former ones redirect. */
const ROUTES = toYaml({
  routes: {},
  collections: { [`${pagePaths.blog}/`]: { permalink: pagePaths.post('{slug}/'), template: 'index' } },
  taxonomies: { tag: pagePaths.tag('{slug}/'), author: pagePaths.author('{slug}/') },
})

const redirectsOf = ({ posts, formerPaths }: ExportSource) =>
  toYaml({
    301: Object.fromEntries([
      ...posts.flatMap((post) =>
        formerPaths(post).map((path) => [`^${literal(encodeURI(path))}/?$`, `${pagePaths.post(post.id)}/`]),
      ),
      // Categories of other posts may be private.
      ...[...new Set(posts.flatMap(({ category }) => category ?? []))].map((id) => [
        `^${pagePaths.category(id)}/?$`,
        `${pagePaths.tag(id)}/`,
      ]),
    ]),
  })

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
