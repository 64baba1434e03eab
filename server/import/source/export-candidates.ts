import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { PostFormat } from '#contract/post-form.ts'
import { makeId } from '#server/text/scan/make-id.ts'
import type { BuildContext, BuiltPost, Candidate, Candidates, RejectedCandidate, WantedImage } from './candidate.ts'
import { createImageFinder, createImageNames, decoded, extensionOf, type ImageFinder } from './images.ts'
import type { ImportedPost, ImportSource, SourceFiles } from './imported.ts'
import { postText } from './post-text.ts'
import { replaceReferences } from './references.ts'

/** The body as it is stored: the converter decides whether HTML becomes Markdown. */
type Converted = { format: PostFormat; text: string; changes: readonly string[] }
export type ConvertBody = (body: ImportedPost['body']) => Promise<Converted | { rejected: string }>

type Options = {
  files: SourceFiles
  workFolder: string
  /** `posts` or a folder in it. */
  root: string
  convert: ConvertBody
  siteUrl?: string | undefined
  onRead?: ((count: number) => void) | undefined
}

/** A stored post has its body converted. */
type StoredPost = Omit<ImportedPost, 'body'> & { format: PostFormat; text: string }

/**
 * Reads an export to its end, and stores its posts in a file of the work folder: they are needed again for the plan, and
 * when they are written.
 */
export async function exportCandidates(source: ImportSource, options: Options): Promise<Candidates> {
  const { workFolder, root, convert, onRead } = options
  const siteUrl = options.siteUrl ?? source.siteUrl
  const finder = createImageFinder(options.files)
  await using store = await openPostStore(join(workFolder, 'posts.jsonl'))
  const posts: Candidate[] = []
  const rejected: RejectedCandidate[] = []
  const keys = new Set<string>()
  for await (const entry of source.entries) {
    onRead?.(posts.length + rejected.length + 1)
    const { key, title } = entry
    if (entry.kind === 'rejected') rejected.push({ key, title, reason: entry.reason })
    else if (keys.has(key)) rejected.push({ key, title, reason: 'the export contains this post twice' })
    else {
      keys.add(key)
      const { body, ...rest } = entry
      const converted = await convert(body)
      if ('rejected' in converted) rejected.push({ key, title, reason: converted.rejected })
      else {
        const changes = [...rest.changes, ...converted.changes]
        posts.push(await candidateOf({ ...rest, ...converted, changes }))
      }
      // A conversion takes milliseconds, and the site answers requests in between.
      await new Promise(setImmediate)
    }
  }
  return {
    system: source.system,
    siteUrl: source.siteUrl,
    posts,
    rejected,
    leftOut: source.dropped,
    rules: [],
    notes: source.notes ?? [],
  }

  async function candidateOf(post: StoredPost): Promise<Candidate> {
    const { key, title, slug, oldPaths, format } = post
    const json = JSON.stringify(post)
    const read = await store.add(json)
    const id = makeId(decoded(slug), '') || makeId(title, 'post')
    return {
      key,
      title,
      oldPaths,
      source: createHash('sha256').update(json).digest('hex').slice(0, 32),
      file: `${root}/${id}/index.${format}`,
      isRenamable: true,
      build: async (file, context) => buildPost(JSON.parse(await read()), file, { context, finder, siteUrl }),
    }
  }
}

/** A file of posts, one JSON each. They can be read as soon as they are added, and after it is closed. */
async function openPostStore(path: string) {
  const handle = await open(path, 'w', 0o600)
  let end = 0
  return {
    async add(json: string): Promise<() => Promise<string>> {
      const start = end
      const bytes = Buffer.from(json)
      await handle.writeFile(bytes)
      end += bytes.length
      return () =>
        Bun.file(path)
          .slice(start, start + bytes.length)
          .text()
    },
    [Symbol.asyncDispose]: () => handle.close(),
  }
}

type BuildOptions = { context: BuildContext; finder: ImageFinder; siteUrl: string | null }

/** Rewrites links among the posts and the images, and writes the front matter. */
async function buildPost(
  post: StoredPost,
  file: string,
  { context, finder, siteUrl }: BuildOptions,
): Promise<BuiltPost> {
  const images = new Map<string, WantedImage | string>()
  const nameFor = createImageNames()
  const folder = posix.dirname(file)

  /** The image in the folder of the post, or why it is not shown. */
  async function placed(url: string): Promise<WantedImage | string> {
    const path = pathOnSite(url, siteUrl)
    const local = path === undefined ? undefined : finder.byPath(path)
    if (local !== undefined) {
      const known = [...images.values()].find(
        (one) => typeof one !== 'string' && 'path' in one.from && one.from.path === local,
      )
      const flaw = await finder.flawOf(local)
      const extension = await finder.extensionOf(local)
      return known ?? flaw ?? { file: `${folder}/${nameFor(local, extension ?? '')}`, from: { path: local } }
    }
    const remote = remoteUrl(url, siteUrl)
    if (remote === undefined)
      return siteUrl === null && url.startsWith('/') ? SITE_UNKNOWN : 'the export does not contain the file'
    const bytes = await context.fetched(remote)
    const extension = bytes && extensionOf(bytes)
    if (!extension) return REMOTE
    return { file: `${folder}/${nameFor(new URL(remote).pathname, extension)}`, from: { url: remote } }
  }

  async function imageName(url: string): Promise<string | undefined> {
    const known = images.get(url) ?? (await placed(url))
    images.set(url, known)
    return typeof known === 'string' ? undefined : posix.basename(known.file)
  }

  const body = await replaceReferences(post.text, post.format, ({ kind, to }) => {
    if (/^(?:data|mailto|tel):|^#/i.test(to)) return undefined
    if (kind === 'picture') return imageName(to)
    return linkWithin(to, siteUrl, context)
  })
  const image = post.image && ((await imageName(post.image.url)) ?? remoteUrl(post.image.url, siteUrl))
  const { text, changes } = postText(post, { text: body, image: image ?? undefined }, context)
  const found = [...images.values()]
  return {
    text,
    changes: [...post.changes, ...changes],
    images: found.filter((one) => typeof one !== 'string'),
    missing: found.filter((one) => typeof one === 'string'),
  }
}

export const REMOTE = 'it is on another site: --fetch-images copies it'
const SITE_UNKNOWN = 'the export does not say its site: --site=URL and --fetch-images copy it'
/** The reasons of images that another run can fetch. */
export const FETCHABLE: readonly string[] = [REMOTE, SITE_UNKNOWN]

/** The path of a URL of the old site; `undefined` for other sites. */
function pathOnSite(url: string, siteUrl: string | null): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(url)) {
    const found = URL.parse(url.startsWith('//') ? `https:${url}` : url)
    const home = siteUrl === null ? null : URL.parse(siteUrl)
    return found && home && bareHost(found) === bareHost(home) ? found.pathname : undefined
  }
  return url
}

const bareHost = ({ host }: URL) => host.replace(/^www\./, '')

function remoteUrl(url: string, siteUrl: string | null): string | undefined {
  const found = URL.parse(url.startsWith('//') ? `https:${url}` : url, siteUrl ?? undefined)
  return found && /^https?:$/.test(found.protocol) ? found.href : undefined
}

/** A link to another imported post, with its `#heading`. */
function linkWithin(to: string, siteUrl: string | null, { newPath }: BuildContext): string | undefined {
  const path = pathOnSite(to, siteUrl)
  if (path === undefined || !path.startsWith('/')) return undefined
  const found = newPath(path)
  const hash = /#[^#]*$/.exec(to)?.[0] ?? ''
  return found && found + hash
}
