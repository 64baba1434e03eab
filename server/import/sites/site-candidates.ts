import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { cutText } from '#contract/cut-text.ts'
import { withoutPostExtension } from '#server/content/dialects/text-formats.ts'
import { FILE_MAX_BYTES } from '#server/content/files/content-files.ts'
import { dateOf, decodeFields, editPost, readFields } from '#server/content/files/post-file.ts'
import { isSvg } from '#server/content/files/post-names.ts'
import { wordsOfName } from '#server/content/files/post-text.ts'
import type {
  BuildContext,
  BuiltPost,
  Candidate,
  Candidates,
  OldUrlRule,
  RejectedCandidate,
  WantedImage,
} from '#server/import/source/candidate.ts'
import { readFirstCommits } from '#server/import/source/first-commits.ts'
import { createImageFinder, decoded, type ImageFinder } from '#server/import/source/images.ts'
import type { SourceFiles } from '#server/import/source/imported.ts'
import { applySeparateEdits } from '#server/import/source/references.ts'
import { rasterizeSvg } from '#server/media/svg-images.ts'
import { ContentFileError, ifValid } from '#server/text/front-matter/content-file-error.ts'
import type { TextEdit } from '#server/text/scan/apply-edits.ts'
import { asUnlisted, withHtmlSummary, withMath, withoutUncategorized } from './adapted-text.ts'
import { type SharedFields, type SiteFolder, type SitePost, targetOf, visible } from './site-folder.ts'
import { unreadFiles } from './unread-files.ts'

type Options = {
  files: SourceFiles
  /** `posts` or a folder in it. */
  root: string
  onRead?: ((count: number) => void) | undefined
}

/** The posts of a site folder. Their bytes stay as they are, apart from paths of images, drafts and shared front matter. */
export async function siteCandidates(site: SiteFolder, { files, root, onRead }: Options): Promise<Candidates> {
  const finder = createImageFinder(files)
  const posts: Candidate[] = []
  const rejected: RejectedCandidate[] = []
  const leftOut = new Map([...site.leftOut, ...unreadFiles(files.list(), site)])
  const sharedImages = imagesIn(files.list(), site)
  let commits: ReturnType<typeof readFirstCommits> | undefined
  /** Most sources have no post that needs it. */
  async function firstCommit(path: string): Promise<string | undefined> {
    commits ??= readFirstCommits(files, site.posts)
    return (await commits).get(path)
  }
  for (const post of site.posts) {
    onRead?.(posts.length + rejected.length + 1)
    const { path } = post
    if (Bun.file(files.path(path)).size > FILE_MAX_BYTES) {
      rejected.push({ key: path, title: path, reason: `the file is larger than ${FILE_MAX_BYTES / 1000} kB` })
      continue
    }
    const bytes = await files.bytes(path)
    if (!isUtf8(bytes)) {
      rejected.push({ key: path, title: path, reason: 'the file is not UTF-8 text' })
      continue
    }
    const shared = site.sharedFields(path)
    posts.push({
      key: path,
      title: titleOf(new TextDecoder().decode(bytes), path),
      source: createHash('sha256')
        .update(bytes)
        .update(JSON.stringify([shared, post.hidden]))
        .digest('hex')
        .slice(0, 32),
      file: `${root}/${post.target}`,
      isRenamable: false,
      oldPaths: [],
      build: (file, context) =>
        buildSitePost({ post, file, files, site, root, finder, shared, context, sharedImages, firstCommit }),
    })
  }
  const { system, siteUrl, notes } = site
  const rules = site.permalinks.map((rule) => ruleBelow(root.slice('posts/'.length), rule))
  return { system, siteUrl, posts, rejected, leftOut, notes, rules }
}

/** A pattern that names folders belongs to the folder of the import, which the old site did not have. */
function ruleBelow(into: string, { folder, pattern }: OldUrlRule): OldUrlRule {
  const isBelow = folder !== '' || (into !== '' && /:(?:path|sections?)\b/.test(pattern))
  return { folder: isBelow ? posix.join(into, folder) : '', pattern }
}

/** The title for messages; the front matter may be broken. */
function titleOf(text: string, path: string): string {
  const [, title = ''] = /^["']?title["']?\s*[:=]\s*(.+)$/m.exec(text.slice(0, 5_000)) ?? []
  return (
    cutText(title, 300)
      .trim()
      .replace(/^["']|["'],?$/g, '') || path
  )
}

/** Images in the folders of posts, by folder: they go along with the posts of their folder. */
function imagesIn(files: readonly string[], { roots }: SiteFolder): ReadonlyMap<string, string[]> {
  const images = new Map<string, string[]>()
  for (const path of files) {
    if (!IMAGE.test(path) || !roots.some(({ folder }) => path.startsWith(folder))) continue
    const folder = posix.dirname(path)
    images.set(folder, [...(images.get(folder) ?? []), path])
  }
  return images
}

const IMAGE = /\.(?:jpe?g|png|webp|gif)$/i

type BuildOptions = {
  post: SitePost
  /** Inside the content folder. */
  file: string
  files: SourceFiles
  site: SiteFolder
  root: string
  finder: ImageFinder
  shared: SharedFields
  context: BuildContext
  /** The time of the first commit of a file of the source, where its history can be read. */
  firstCommit: (path: string) => Promise<string | undefined>
  sharedImages: ReadonlyMap<string, string[]>
}

async function buildSitePost(options: BuildOptions): Promise<BuiltPost> {
  const { post, files, shared, context, site } = options
  const source = withFences(await files.text(post.path), options)
  const changes: string[] = []
  const placed = await placeImages(source, options)
  const { images, missing } = placed
  const withImages = site.system === 'jekyll' && !post.hidden ? asUnlisted(placed.text, changes) : placed.text
  const fields = ifValid(() => decodeFields(withImages))
  const isWithoutDate = fields !== undefined && isUndated(withImages, options.file)
  const committed = isWithoutDate ? await options.firstCommit(post.path) : undefined
  const hidden = post.hidden ?? (isWithoutDate && committed === undefined ? UNDATED : undefined)
  const text = fields ? withShared(withImages) : withImages
  const named = fields ? withHtmlSummary(withoutUncategorized(text, changes), changes) : text
  if (fields) nameTerms()
  return { text: fields && site.hasMath ? withMath(named, changes) : named, images, missing, changes }

  /** Adds what was in the configuration of the old site, where the post does not say it itself. */
  function withShared(before: string): string {
    const author = fields?.author === null ? shared.author : undefined
    const category = fields?.category === null ? shared.category : undefined
    const tags = fields?.tags.length === 0 ? shared.tags : undefined
    if (author || category || tags?.length) changes.push('front matter that posts shared was added')
    if (hidden && !fields?.draft) changes.push(hidden)
    if (committed) changes.push(COMMITTED)
    try {
      return editPost(before, {
        author,
        category,
        tags: tags?.length ? [...tags] : undefined,
        date: committed,
        ...(hidden && { draft: true }),
      })
    } catch (error) {
      if (error instanceof ContentFileError && !hidden) return before
      throw error
    }
  }

  function nameTerms(): void {
    const author = site.authors.get((fields?.author ?? shared.author ?? '').toLowerCase())
    if (author) context.authorId(author)
  }
}

/** Jekyll needs no front matter in files of `_posts`: the name has the date and the title. */
function withFences(text: string, { post, site }: BuildOptions): string {
  const isDated =
    site.system === 'jekyll' && /\d{4}-\d{1,2}-\d{1,2}-[^/]+\.md$/.test(post.target.replace(/\.markdown$/, '.md'))
  const hasNone = !/^\uFEFF?\s*(?:-{3}|\+{3}|\{|<!--|\.\. )/.test(text) && text.trim() !== ''
  return isDated && hasNone ? `---\ntitle: ${JSON.stringify(titleOfName(post.path))}\n---\n\n${text}` : text
}

const titleOfName = (path: string): string =>
  wordsOfName(withoutPostExtension(posix.basename(path)).replace(/^\d{4}-\d{1,2}-\d{1,2}-/, ''))

const COMMITTED = 'there is no date, so that of the first commit was written: check it'
const UNDATED = 'there is no date, so the post is a draft (write date: 2023-04-19 to publish it)'

/** Systems that need no date show such a post at no certain place of a list. One that cannot be read stays what it is. */
function isUndated(text: string, file: string): boolean {
  const read = readFields(text, file)
  return !read.keys.has('date') && !read.fields.draft && dateOf(read, file) === null
}

/** A path that ends like an image, between quotes, brackets, spaces or the like: in Markdown, HTML, shortcodes, front matter. */
const IMAGE_PATH = /(?<=["'(=\s<,[])[^\s"'()<>,[\]]+\.(?:jpe?g|png|webp|gif|svg|avif)(?=[\s"')?#>,\]]|$)/gi
/** `{{ site.baseurl }}/images/a.png`, `{{ "/images/a.png" | relative_url }}`. */
const LIQUID_PATH =
  /\{\{-?\s*(?:(?:site\.baseurl|site\.url)\s*-?\}\}([^\s"'()<>]+)|["']([^"'\s]+)["']\s*\|\s*(?:relative_url|absolute_url|url)\s*-?\}\})/g

/** Finds the images of a text in the source, and names them as they will be relative to the post. */
async function placeImages(source: string, { post, file, files, site, root, finder, sharedImages }: BuildOptions) {
  const images = new Map<string, WantedImage>()
  const missing = new Map<string, string>()
  const edits: TextEdit[] = []

  async function flawOfDrawing(path: string): Promise<string | undefined> {
    const drawing = await rasterizeSvg(Bun.file(files.path(path)))
    return 'problem' in drawing ? drawing.problem : undefined
  }

  async function place(to: string, start: number, end: number): Promise<void> {
    const found = sourceOf(to, post.path, site, finder)
    if (found === undefined) return
    const isDrawing = isSvg(found)
    const flaw = isDrawing ? await flawOfDrawing(found) : await finder.flawOf(found)
    if (flaw !== undefined) return void missing.set(found, flaw)
    const wanted = imageFile(found, root, site) + (isDrawing ? '.png' : '')
    images.set(wanted, { file: wanted, from: isDrawing ? { svg: found } : { path: found } })
    const relative = posix.relative(posix.dirname(file), wanted)
    if (posix.join(posix.dirname(file), decoded(to)) !== wanted || to.startsWith('/'))
      edits.push({ start, end, text: encoded(relative) })
  }

  for (const { 0: whole, 1: below, 2: quoted, index } of source.matchAll(LIQUID_PATH)) {
    const to = below ?? quoted ?? ''
    if (/\.(?:jpe?g|png|webp|gif)$/i.test(to))
      await place(to.startsWith('/') ? to : `/${to}`, index, index + whole.length)
  }
  for (const { 0: to, index } of source.matchAll(IMAGE_PATH)) await place(to, index, index + to.length)
  // Themes show images of the folder that no text names: `featured.jpg`.
  for (const path of post.target.match(/(?:^|\/)index\.[a-z]+$/i)
    ? (sharedImages.get(posix.dirname(post.path)) ?? [])
    : []) {
    const wanted = imageFile(path, root, site)
    const flaw = images.has(wanted) ? undefined : await finder.flawOf(path)
    if (flaw === undefined) images.set(wanted, { file: wanted, from: { path } })
    else missing.set(path, flaw)
  }
  return { text: applySeparateEdits(source, edits), images: [...images.values()], missing: [...missing.values()] }
}

const encoded = (path: string) => path.replaceAll(' ', '%20')

/** The file that a path in a text means, as the old site resolved it. */
function sourceOf(written: string, from: string, site: SiteFolder, finder: ImageFinder): string | undefined {
  const to = decoded(onSite(written, site))
  const candidates: string[] = []
  for (const [prefix, folder] of site.shortcuts)
    if (to.startsWith(prefix)) candidates.push(folder + to.slice(prefix.length))
  if (to.startsWith('/')) for (const folder of site.staticFolders) candidates.push(posix.join(folder, to.slice(1)))
  else if (!/^[a-z][a-z0-9+.-]*:/i.test(to)) {
    candidates.push(posix.join(posix.dirname(from), to))
    for (const folder of site.staticFolders) candidates.push(posix.join(folder, to))
  }
  return candidates.find((path) => finder.has(path))
}

/** A URL of the old site as a path. */
const onSite = (written: string, { siteUrl }: SiteFolder): string => {
  if (siteUrl === null || !/^https?:/i.test(written)) return written
  const url = URL.parse(written)
  return url && url.host === URL.parse(siteUrl)?.host ? url.pathname : written
}

/** Images below the folders of posts stay where they are relative to them; others get the folder that they had in the URL. */
function imageFile(path: string, root: string, { roots, staticFolders }: SiteFolder): string {
  const own = roots.find(({ folder }) => path.startsWith(folder))
  if (own) return `${root}/${targetOf(path, own)}`
  const folder = staticFolders.find((one) => one !== '' && path.startsWith(`${one}/`))
  return `${root}/${visible(folder === undefined ? path : path.slice(folder.length + 1))}`
}
