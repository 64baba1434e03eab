import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pagePaths } from '#contract/paths.ts'
import type { PostFormat } from '#contract/post-form.ts'
import { allowedAttributes, allowedTags, isAllowedValue, isRemovedInput, setAttributes } from '#contract/stored-html.ts'
import type { Problem } from '#server/content/files/errors.ts'
import { imageOf, isPicture, isPostFolder, isSiteImage } from '#server/content/files/post-names.ts'
import { FIXED_PATHS, postAtOldPath } from '#server/content/snapshot/old-paths.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { isSafePath } from '#server/storage/files.ts'
import { publicRootOf } from '#server/storage/public-files.ts'
import type { CheckedText } from '#server/text/scan/checked-text.ts'
import { didYouMean } from '#server/text/scan/edit-distance.ts'
import { attributesIn, tagsIn } from '#server/text/scan/html-tags.ts'
import { LATE, type Reference, referencesIn, withoutCode } from '#server/text/scan/references.ts'
import type { RenderOptions } from '#server/text/scan/render-options.ts'
import { whyUnshown } from '#server/text/scan/unshown-image.ts'
import { shortcutOf } from './shortcuts.ts'

const TRY_FOR_FREE = new RegExp(`^${pagePaths.tryForFree}/[A-Za-z0-9_-]{1,128}$`)

const SUGGESTIONS_MAX = 200

export type SiteUrls = ReturnType<typeof siteUrls>

/** All URLs of the site. `changed`: the stored files that are to be there, or gone, whatever the disk has. */
export function siteUrls(
  { posts, aliases, oldPaths, categories, tags, spellings, authors, formerAuthors, pictures, site }: Snapshot,
  storageDir: string | undefined,
  changed: ReadonlyMap<string, boolean> = new Map(),
) {
  const pages = new Set([
    ...FIXED_PATHS,
    pagePaths.driverApp(site.slug),
    pagePaths.operatorApp(site.slug),
    ...[...posts.keys(), ...aliases.keys()].map(pagePaths.post),
    ...[...categories.keys(), ...spellings.categories.keys()].map(pagePaths.category),
    ...[...tags.keys(), ...spellings.tags.keys()].map(pagePaths.tag),
    ...[...authors.keys(), ...formerAuthors.keys()].map(pagePaths.author),
  ])
  const oldUrls = new Map<string, boolean>()
  /** Posts of a blog link to the same URLs again and again. */
  const isOldPath = (path: string) =>
    oldUrls.getOrInsertComputed(path, () => postAtOldPath({ posts, aliases, oldPaths, site }, path) !== undefined)
  const publicDir = join(storageDir ?? '', 'public')
  const isKnown = storageDir !== undefined && existsSync(publicDir)
  const hasStored = (path: string) =>
    changed.get(path) ?? (!isKnown || (isSafePath(path) && existsSync(join(publicRootOf(publicDir, path), path))))
  const has = (path: string) =>
    path.startsWith('/storage/')
      ? hasStored(path.slice('/storage/'.length).replace(/\/$/, ''))
      : pages.has(path.replace(/(?<=.)\/$/, '')) ||
        TRY_FOR_FREE.test(path) ||
        isOldPath(path) ||
        shortcutOf(path, '', site.login_url) !== undefined
  /** The image of a post: a co-located or a stored one. */
  const hasImage = (image: string, file: string | undefined) =>
    (file !== undefined && (isInPostFolder(image, file) || pictures.has(imageOf(file, image) ?? ''))) ||
    hasStored(isSiteImage(image) ? image.slice(1) : image)
  const suggestions = new Map<string, string>()
  /** A suggestion compares a path with all others, so a blog with thousands of broken links gets some only. */
  const near = (path: string) =>
    suggestions.size < SUGGESTIONS_MAX
      ? suggestions.getOrInsertComputed(path, () => didYouMean(path, pages))
      : (suggestions.get(path) ?? '')
  return { pages, has, hasStored, hasImage, near }
}

/** A problem at an index of a text. */
export type Finding = { index: number; reason: string; severity: Problem['severity'] }
export const error = (index: number, reason: string): Finding => ({ index, reason, severity: 'error' })
export const warning = (index: number, reason: string): Finding => ({ index, reason, severity: 'warning' })

type Body = {
  format: PostFormat
  /** The path of the page, for relative links. */
  base: string
  /** The file of the post, for co-located images; `undefined` for a text without one. */
  file: string | undefined
  urls: SiteUrls
  /** Only posts are sanitized. */
  isPost: boolean
  checked?: CheckedText | undefined
  options?: RenderOptions | undefined
}

/** Broken links, missing images and descriptions, and HTML that the sanitizer removes. */
export function bodyFindings(
  text: string,
  { format, base, file, urls, isPost, checked, options = {} }: Body,
): Finding[] {
  const bare = withoutCode(text, format)
  const references = referencesIn(bare, format)
  const findings = references.flatMap((one) =>
    one.kind === 'link' ? brokenLink(one, base, urls) : imageProblems(one, file, urls),
  )
  if (isPost && checked) {
    findings.push(...brokenTags(checked.fileTags, file, urls))
    findings.push(...brokenAnchors(checked.brokenAnchors, references))
    findings.push(...unknownMarkup(checked.leftovers))
  }
  return isPost ? [...findings, ...removedHtml(options.mdx ? bare.replace(COMPONENT, '$1 ') : bare)] : findings
}

/** Tags that name a file which is not here. The page shows the words of such a link. */
function brokenTags(tags: CheckedText['fileTags'], file: string | undefined, urls: SiteUrls): Finding[] {
  return tags.flatMap(({ tag, index, url }) => {
    const [path = ''] = url.split('#')
    if (path === '' || urls.has(path) || (isPicture(path) && urls.hasImage(path, file))) return []
    const near = urls.near(pagePaths.post(path.split('/').at(-1) ?? ''))
    return [warning(index, `${tag.replace(/\s+/g, ' ')} names no post or file of this site${near}`)]
  })
}

/** Each kind is reported once. */
function unknownMarkup(leftovers: CheckedText['leftovers']): Finding[] {
  const findings = new Map<string, Finding>()
  for (const { index, text } of leftovers) {
    const kind = /^\W+include(?:_\w+)?\s+[^\s%]+|^(?:\W+\w+|\w+)/.exec(text)?.[0] ?? text
    if (!findings.has(kind))
      findings.set(kind, warning(index, `${text} is not known here, so readers see it as it is written`))
  }
  return [...findings.values()]
}

/** Links inside the text without a target. */
const brokenAnchors = (broken: readonly string[], references: readonly Reference[]): Finding[] =>
  references.flatMap(({ kind, to, index }) =>
    kind === 'link' && broken.includes(to) ? [warning(index, `this text has no heading or id for the link ${to}`)] : [],
  )

/** The broken links of a text with HTML. */
export const brokenLinks = (html: string, base: string, urls: SiteUrls): Finding[] =>
  referencesIn(html, 'html')
    .filter(({ kind }) => kind === 'link')
    .flatMap((one) => brokenLink({ ...one, to: one.to.trim() }, base, urls))

const tags = new Set(allowedTags)
const attributes = new Set([...allowedAttributes, ...setAttributes])

/** Components of MDX are shown as code, or as what they mean. */
const COMPONENT = /(<\/?)[A-Z]/g

/** HTML that the sanitizer removes; each kind is reported once. In Markdown, `<https://bread.example>` is a link, not an element. */
function removedHtml(bare: string): Finding[] {
  const findings = new Map<string, Finding>()
  for (const { name, isClosing, rest, start } of tagsIn(bare)) {
    for (const what of isClosing || !/^[a-z][a-z0-9-]*$/.test(name) ? [] : removedOf(name, rest)) {
      if (!findings.has(what)) findings.set(what, warning(start, `${what} is removed from posts`))
    }
  }
  return [...findings.values()]
}

/** Links to what these show, and the images in them, are shown instead. */
const REPLACED = new Set(['video', 'audio', 'source', 'noscript'])
/** The language of code, which decides about its colors. */
const LANGUAGE = /^lang(?:uage)?-/

function removedOf(tag: string, rest: string): string[] {
  if (REPLACED.has(tag)) return []
  const given = attributesIn(rest)
  if (tag === 'iframe' && (given.get('src') || given.get('data-src'))) return []
  if (!tags.has(tag) || (tag === 'input' && isRemovedInput(given.get('type')))) return [`<${tag}>`]
  const isUsed = (name: string, value: string) => LATE.includes(name) || (name === 'class' && LANGUAGE.test(value))
  const isRemoved = (name: string, value: string) =>
    !attributes.has(name) || (name !== 'src' && !setAttributes.includes(name) && !isAllowedValue(name, value))
  const removed = [...given]
    .filter(([name, value]) => !isUsed(name, value) && isRemoved(name, value))
    .map(([name]) => `the attribute ${name}`)
  return /^\s*(?:java|vb)script:/i.test(given.get('href') ?? '') ? [...removed, 'a link to a script'] : removed
}

const NOT_EMBEDDED = 'this image is not shown: convert it to PNG, JPEG, WebP or GIF'
const NO_DESCRIPTION = 'this image has no description: describe it for people who cannot see it'

/** An image that does not exist, is not shown, or has no description. */
function imageProblems({ to, alt, index }: Reference, file: string | undefined, urls: SiteUrls): Finding[] {
  const findings = alt === undefined ? [warning(index, NO_DESCRIPTION)] : []
  const path = to.replace(/[?#].*/, '')
  const why = whyUnshown(to)
  if (why) findings.push(warning(index, `${to} ${why}`))
  else if (to.startsWith('data:') && !isAllowedValue('src', to)) findings.push(warning(index, NOT_EMBEDDED))
  else if (!to.startsWith('data:') && !isColocated(to, file) && !isStoredImage(path, file, urls))
    findings.push(error(index, `there is no image at ${to}`))
  return findings
}

const isStoredImage = (path: string, file: string | undefined, urls: SiteUrls) =>
  isSiteImage(path) ? urls.hasImage(path, file) : path.startsWith('/storage/') && urls.has(path)

/** A missing co-located image is a problem of the snapshot already. */
const isColocated = (to: string, file: string | undefined) =>
  file !== undefined && !isSiteImage(to) && imageOf(file, to) !== undefined

/** An image in the folder of its post, which the snapshot reports where it is missing. */
const isInPostFolder = (image: string, file: string) =>
  isPostFolder(file) && !image.includes('/') && imageOf(file, image) !== undefined

const SITE = 'https://site.invalid'

/** Links to other sites are not checked; neither are templates of other systems, which the text shows as they are. */
function brokenLink({ to, index }: Reference, base: string, urls: SiteUrls): Finding[] {
  const url = /^[#?]|^$|\{[{%]/.test(to) ? undefined : URL.parse(to.replace(FILE_OF_ZOLA, '/posts/'), SITE + base)
  if (url?.origin !== SITE) return []
  const path = url.pathname
  if (urls.has(path)) return []
  return [error(index, `broken link: ${to}${HOST.test(to) ? ` (did you mean https://${to}?)` : urls.near(path)}`)]
}

/** `@/blog/x.md` names the file of a post. */
const FILE_OF_ZOLA = /^@\/(?:(?:content|posts?|blog|articles|news)\/){0,3}/
/** A link to another site without `https://`. */
const HOST = /^(?:www\.|[\w-]{1,63}\.(?:com|org|net|io|dev|in|co|me|app|edu|gov)(?:\/|$))/i
