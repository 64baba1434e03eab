import { posix } from 'node:path'
import anyAscii from 'any-ascii'
import { decodeUri } from '#contract/paths.ts'
import { relativeImage } from '#contract/pictures.ts'
import type { PostFormat } from '#contract/post-form.ts'
import { ID_PATTERN } from '#contract/validate.ts'
import { isoDate } from '#server/content/dialects/post-fields.ts'
import { isPostName, withoutPostExtension } from '#server/content/dialects/text-formats.ts'
import { isPathInside } from '#server/storage/files.ts'
import { slugOf } from '#server/text/scan/words.ts'

const IMAGE = /\.(?:jpe?g|png|webp|gif|svg)$/i

/** Whether a path ends like that of a drawing. Pages show it as PNG. */
export const isSvg = (path: string): boolean => /\.svg$/i.test(path)

/** Whether a path ends like that of an image that pages can show. */
export const isPicture = (path: string) => IMAGE.test(path)

/** Files and folders with `_` are drafts and notes of editors, or belong to another program; those with `.` are hidden. */
export const isIgnored = (name: string) => name.startsWith('_') || name.startsWith('.')

const isInPosts = (file: string) =>
  file.startsWith('posts/') && isPathInside(file) && !file.split('/').some((name) => isIgnored(name))

/** Whether a path inside the content folder is named like a post. */
export const isPostFile = (file: string) => isPostName(file) && isInPosts(file)

/** Whether a path is the page of a section of Hugo or Zola in its language, which may hide the posts of its folder. */
export const isSectionPage = (path: string): boolean =>
  /(?:^|\/)_index(?:\.en[^./]*)?\.(?:md|markdown|html?)$/i.test(path) && !path.split('/').slice(0, -1).some(isIgnored)

/** Whether a path inside the content folder is named like a co-located image. */
export const isPictureFile = (file: string) => IMAGE.test(file) && isInPosts(file)

/** Whether a file is the post of its folder: `posts/<name>/index.md`, at any depth. */
export const isPostFolder = (file: string) => /^posts\/.+\/index$/i.test(bareName(file))

/** Whether a file is below a folder for drafts; the folder of the post itself may have any name. */
export const isInDraftsFolder = (file: string) =>
  /\/drafts?\//i.test(`${posix.dirname(isPostFolder(file) ? posix.dirname(file) : file)}/`)

/** MDX is Markdown with components. */
export const formatOf = (file: string): PostFormat => (/\.html?$/i.test(file) ? 'html' : 'md')

/** The same file in another format; its extension stays where it means the format already. */
export const inFormat = (file: string, format: PostFormat): string =>
  formatOf(file) === format ? file : file.replace(/[^.]+$/, format)

/** ISO 639-1. */
const LANGUAGES = new Set(
  (
    'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et ' +
    'eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl ' +
    'km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj ' +
    'om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to ' +
    'tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
  ).split(' '),
)
/** Ends of names and English words that are also codes of languages which few blogs are written in: `socket.io.md`. */
const OTHER_MEANINGS = new Set('ae am as be ch co fm id ie ii in io is la me my no or os so st to tv us'.split(' '))

/** The language of a folder that is named like one: `de`, `pt-br`, `zh-Hans`. */
export function languageOfFolder(name: string): string | undefined {
  const [language = ''] = /^[a-z]{2}(?=(?:[-_](?:[a-z]{2}|[a-z]{4}))?$)/i.exec(name) ?? []
  return LANGUAGES.has(language.toLowerCase()) ? name.replace('_', '-') : undefined
}

/** The language that the name of a post ends with: `x.de.md`, `index.pt-br.md`. */
export function languageOf(file: string): string | undefined {
  const [, name = ''] = /\.([^./]+)\.[^./]+$/.exec(file) ?? []
  return OTHER_MEANINGS.has(name.toLowerCase()) ? undefined : languageOfFolder(name)
}

/** The path of a post without its extension, and without its language. */
const bareName = (file: string): string => {
  const bare = withoutPostExtension(file)
  return languageOf(file) === undefined ? bare : bare.replace(/\.[^./]+$/, '')
}

/** The post of this file in any format. */
export const filesNamedLike = (file: string): string[] => [
  ...new Set([file, ...['md', 'html', 'markdown', 'mdx', 'htm'].map((one) => `${withoutPostExtension(file)}.${one}`)]),
]

/** The name of a post without folders and extension; that of its folder for `index.md`. */
export const nameOf = (file: string): string =>
  posix.basename(isPostFolder(file) ? posix.dirname(file) : bareName(file))

/** `2023-04-19-spring-menu`, `2013-2-1-x`, `2023-04-19_x`. */
const DATE_IN_NAME = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[-_ ]+(?=[^-_ ])|$)/
/** `2019/05/28/x`, `2019/05-28-x`. */
const DATE_IN_FOLDERS = /\/(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?=[-_ /])/

/** The date in a file's name or, as Docusaurus has it, in its folders. */
export function dateInName(file: string): string | null {
  const found = DATE_IN_NAME.exec(nameOf(file)) ?? DATE_IN_FOLDERS.exec(file)
  return found && dateOfParts(found)
}

const dateOfParts = ([, year = '', month = '', day = '']: RegExpExecArray): string | null =>
  isoDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`) ?? null

/** `2025/06/26/rust`, `/2025/06/26-rust/`. */
const DATE_IN_PATH = /(?:^|\/)(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?=[-_/]|$)/
/** Keys of paths, as in Zola and Jekyll. */
const PATH_KEYS = ['path', 'slug', 'permalink', 'url']

/** The date in the first path of front matter that has one. */
export function dateInPaths(data: Readonly<Record<string, unknown>>): string | null {
  for (const key of PATH_KEYS) {
    const value = data[key]
    const found = typeof value === 'string' ? DATE_IN_PATH.exec(value.slice(0, SLUG_MAX_CHARACTERS)) : null
    const date = found && dateOfParts(found)
    if (date) return date
  }
  return null
}

function withoutDate(name: string): string {
  const [date = ''] = DATE_IN_NAME.exec(name) ?? []
  return dateInName(`posts/${name}.md`) === null ? name : name.slice(date.length) || name
}

/** An id made of a name in any script: lower case, ASCII, words joined by hyphens. Empty where nothing is left. */
const idFrom = (name: string): string =>
  ID_PATTERN.test(name) ? name : slugOf(anyAscii(name.normalize('NFC')).replace(/[`'’]/g, ''), '')

/** The last segment of a slug: other programs allow paths. */
function lastSegment(slug: string): string {
  const [path = ''] = slug.split(/[?#]/)
  const last = path.split('/').findLast((segment) => segment !== '') ?? ''
  return withoutPostExtension(decodeUri(last))
}

/** The id that a post would have if it were alone: of its `slug:`, else of its file's name without the date. */
export const wantedId = (file: string, slug?: unknown): string => {
  const written = typeof slug === 'string' || typeof slug === 'number' ? String(slug).slice(0, SLUG_MAX_CHARACTERS) : ''
  return idFrom(lastSegment(written)) || idFrom(withoutDate(nameOf(file))) || 'post'
}
const SLUG_MAX_CHARACTERS = 500

/**
 * The id that a file has had in releases that read only `posts/<id>.md` and `posts/<id>/index.md`; `undefined` for files that
 * they did not read. Its URL still works.
 */
export const formerId = (file: string): string | undefined =>
  /^posts\/([a-z0-9][a-z0-9-]{0,79})(?:\/index)?\.(?:md|html)$/.exec(file)?.[1]

/** The path of a co-located image inside the content folder, from how the text of a post names it; `undefined` for what is elsewhere. */
export function imageOf(file: string, to: string): string | undefined {
  const isFromRoot = isSiteImage(to)
  const path = relativeImage(isFromRoot ? to.slice(1) : to)
  if (path === undefined) return undefined
  const image = posix.join(isFromRoot ? 'posts' : posix.dirname(file), path)
  return isPictureFile(image) ? image : undefined
}

/** Whether a text names an image by its path on the site where it was before, `/images/photo.jpg`: below content/posts, or a stored file. */
export const isSiteImage = (to: string): boolean => to.startsWith('/') && !/^\/(?:\/|storage\/)/.test(to)

/** How the text of a post names an image of the content folder: `photo.jpg`, `../images/photo.jpg`. */
export const nameFor = (file: string, image: string): string => posix.relative(posix.dirname(file), image)
