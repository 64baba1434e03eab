import { posix } from 'node:path'
import { stringify as toToml } from 'smol-toml'
import { stringify as toYaml } from 'yaml'
import { pagePaths, storageUrl } from '#contract/paths.ts'
import { extrasOf } from '#contract/post-extras.ts'
import { authorOf } from '#server/blog/post-page.ts'
import { isHidingTag } from '#server/content/dialects/post-hiding.ts'
import { isUnknown } from '#server/content/dialects/post-keys.ts'
import type { TermEntry } from '#server/content/files/decode-file.ts'
import { authorsOf, type PostEntry, UNDATED } from '#server/content/files/post-file.ts'
import { imageOf, isPostFolder } from '#server/content/files/post-names.ts'
import { replaceReferences } from '#server/import/source/references.ts'
import { withFrontMatter } from '#server/text/front-matter/front-matter.ts'
import { hasEmail } from '#server/text/scan/has-email.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import type { ExportSource, SourcePost } from './export-source.ts'
import { type ExportImages, storedIn } from './images.ts'
import type { OutFolder } from './out-folder.ts'

type Options = { out: OutFolder; images: ExportImages; siteUrl: string; onPost(): void }

/** Writes a folder that Hugo builds: each post as a leaf bundle, with its images. */
export async function exportToHugo(source: ExportSource, { out, images, siteUrl, onPost }: Options): Promise<void> {
  await out.write('hugo.toml', configOf(source, siteUrl))
  for (const entry of source.posts) {
    await writePost(source.read(entry))
    onPost()
  }
  const { categories, tags } = source.snapshot
  const used = (ids: readonly (string | null)[]) => new Set(ids)
  await writeTerms('categories', categories, used(source.posts.map(({ category }) => category)))
  await writeTerms('tags', tags, used(source.posts.flatMap((post) => post.tags)))
  await writeAuthors()

  async function writePost({ post, body, read }: SourcePost): Promise<void> {
    const folder = `content/posts/${post.id}`
    const name = createNames(post)
    const place = async (to: string) => {
      const image = images.colocated(post, to)
      if (image === undefined) return undefined
      const path = name(image)
      await images.copyColocated(image, `${folder}/${path}`)
      return encoded(to) === encoded(path) || to === `./${path}` ? undefined : encoded(path)
    }
    const text = await replaceReferences(body, post.format, ({ to }) => place(to))
    const image = post.image === null ? undefined : await featuredImage(post, post.image, place)
    for (const path of storedIn(`${text}\n${post.summary}`)) await images.copyStored(path, `static${storageUrl(path)}`)
    const fields = frontMatterOf({ post, body, read }, image, source)
    await out.write(`${folder}/index.${post.format}`, withFrontMatter(fields, `\n${text}`))
  }

  /** An image that does not exist keeps its name. */
  async function featuredImage(post: PostEntry, image: string, place: (to: string) => Promise<string | undefined>) {
    if (images.colocated(post, image) !== undefined) return (await place(image)) ?? image
    const isColocated = post.beside?.includes(imageOf(post.file, image) ?? '') && isPostFolder(post.file)
    const path = image.replace(/^\//, '')
    const url = storageUrl(path)
    return !isColocated && (await images.copyStored(path, `static${url}`)) ? url : image
  }

  async function writeTerms(kind: string, terms: ReadonlyMap<string, TermEntry>, ids: ReadonlySet<string | null>) {
    for (const { id, name, description } of terms.values())
      if (ids.has(id))
        await out.write(
          `content/${kind}/${id}/_index.md`,
          withFrontMatter(withoutEmpty({ title: name, slug: id, description }), ''),
        )
  }

  async function writeAuthors(): Promise<void> {
    const ids = new Set(source.posts.flatMap(authorsOf))
    const authors = [...source.snapshot.authors.values()].filter(({ id }) => ids.has(id))
    if (authors.length === 0) return
    for (const { picture } of authors)
      if (picture !== '') await images.copyStored(picture, `static${storageUrl(picture)}`)
    const data = authors.map(({ id, name, picture, biography, links }) => [
      id,
      withoutEmpty({ name, bio: biography, picture: picture && storageUrl(picture), links }),
    ])
    await out.write('data/authors.yml', toYaml(Object.fromEntries(data), { lineWidth: 0 }))
  }
}

/** Posts and terms stay at their URLs. Raw HTML in Markdown is shown, as on this site. */
const configOf = ({ snapshot: { site } }: ExportSource, siteUrl: string) =>
  toToml({
    baseURL: `${siteUrl}/`,
    title: site.name,
    languageCode: site.language,
    taxonomies: { category: 'categories', tag: 'tags' },
    permalinks: {
      page: { posts: pagePaths.post(':slug/') },
      section: { posts: `${pagePaths.blog}/` },
      term: { categories: pagePaths.category(':slug/'), tags: pagePaths.tag(':slug/') },
    },
    params: { description: site.description, mainSections: ['posts'] },
    markup: { goldmark: { renderer: { unsafe: true }, parser: { attribute: { block: true } } } },
  })

/** Front matter that Hugo understands. Under our own names: what only themes show. */
function frontMatterOf({ post, read }: SourcePost, image: string | undefined, source: ExportSource) {
  const { snapshot } = source
  const { author } = authorOf(post, snapshot)
  const names = authorsOf({ author })
  const category = post.category === null ? [] : [termName(snapshot.categories, post.category)]
  const others = Object.entries(read.data).filter(
    ([key, value]) => isUnknown(key) && !key.includes('.') && !hasEmail(JSON.stringify(value) ?? ''),
  )
  return withoutEmpty({
    title: post.title,
    slug: post.id,
    date: post.date === UNDATED ? undefined : moment(post.date),
    lastmod: moment(post.updated),
    expiryDate: moment(post.expires),
    draft: post.draft || (post.tags.some(isHidingTag) ? false : undefined),
    summary: post.summary,
    description: post.summary === '' ? undefined : toPlainText('html', post.summary),
    categories: category,
    tags: post.tags.map((id) => termName(snapshot.tags, id)),
    author: names.length === 1 ? names[0] : names,
    aliases: source.formerPaths(post),
    image,
    images: image === undefined ? [] : [image],
    image_alt: post.imageAlt,
    ...extrasOf(post),
    math: post.math,
    ...Object.fromEntries(others),
  })
}

/** The name, if Hugo makes the id of it; otherwise the id, and the page of the term has the name. */
function termName(terms: ReadonlyMap<string, TermEntry>, id: string): string {
  const name = terms.get(id)?.name ?? id
  return /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/.test(name) && name.toLowerCase().replaceAll(' ', '-') === id ? name : id
}

const moment = (date: string | null) => date?.replace('.000Z', 'Z')

const withoutEmpty = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )

/** Names for images in the folder of a post: as they are below it, or by their base names. */
function createNames({ file }: PostEntry): (image: string) => string {
  const names = new Map<string, string>()
  return (image) => {
    const known = names.get(image)
    if (known !== undefined) return known
    const relative = posix.relative(posix.dirname(file), image)
    const taken = new Set(names.values())
    const { name: base, ext } = posix.parse(image)
    let name = relative.startsWith('..') ? base + ext : relative
    for (let count = 2; taken.has(name); count++) name = `${base}-${count}${ext}`
    names.set(image, name)
    return name
  }
}

function encoded(path: string): string {
  try {
    return encodeURI(decodeURI(path))
  } catch {
    return encodeURI(path)
  }
}
