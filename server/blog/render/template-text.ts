import type { PostFormat } from '#contract/post-form.ts'
import { HIDDEN_TEXT } from '#server/text/scan/hidden-text.ts'
import { withoutCode } from '#server/text/scan/references.ts'

/** Stands for a brace that begins no tag. Texts do not contain it. */
const BRACE = '\uE000'
export const withBraces = (html: string): string => html.replaceAll(BRACE, '{')

const RAW = /\{%-?\s*raw\s*-?%\}(.*?)(?:\{%-?\s*endraw\s*-?%\}|(?!.))/gs
const HUGO_ESCAPE = /\{\{([<%])\/\*([^{}]*?)\*\/([>%])\}\}/g
const URL_TAG =
  /\{\{[<%]\s*(?:ref|relref)\s+["`]?([^"`{}<>%\s]+)[^{}]{0,200}?[>%]\}\}|\{%-?\s*(?:link|post_url)\s+([^{}%\s]+)\s*-?%\}|\{\{-?\s*get_url\(path\s*=\s*["']([^"'{}]*)["'][^{}]{0,200}\}\}|\{\{-?\s*site\.(?:baseurl|url)\s*-?\}\}|\{\{-?\s*["']([^"'{}]*)["']\s*\|\s*(?:relative_url|absolute_url|url|prepend|asset_path)[^{}]{0,200}\}\}|(?<=\]\()@\/([^\s(){}]+)/g

/**
 * Replaces the tags that stand for a URL by one, takes out comments, and shows what is between `{% raw %}` and `{% endraw %}` as it is.
 * Code stays, and so do the numbers of lines.
 */
export function withUrls(source: string, format: PostFormat): string {
  if (!/\{[{%#]|\]\(@\//.test(source)) return source
  const shown = source
    .replace(RAW, (_, inside: string) => inside.replaceAll('{', BRACE))
    .replace(HUGO_ESCAPE, `${BRACE}${BRACE}$1$2$3}}`)
  let text = ''
  let copied = 0
  for (const { tag, url, index } of replacedTags(outsideOfCode(shown, format))) {
    text += shown.slice(copied, index) + url
    copied = index + tag.length
  }
  return text + shown.slice(copied)
}

/** What stands in place of a tag; `isFile`: it is the URL of a file that the tag names. */
type ReplacedTag = { tag: string; index: number; url: string; isFile: boolean }

function* replacedTags(bare: string): Generator<ReplacedTag> {
  const found = [...bare.matchAll(HIDDEN_TEXT), ...bare.matchAll(URL_TAG)].sort((a, b) => a.index - b.index)
  let end = 0
  for (const { 0: tag, 1: ref, 2: link, 3: path, 4: quoted, 5: zola, index } of found) {
    if (index < end) continue
    end = index + tag.length
    const named = ref ?? link ?? path ?? zola
    const url = named === undefined ? (quoted ?? tag.replace(/[^\n]+/g, '')) : referenceTo(named)
    yield { tag, index, url, isFile: named !== undefined }
  }
}

/** The tags of a text that name a file of the old site, with the URLs that they stand for. */
export function fileTags(source: string, format: PostFormat): ReplacedTag[] {
  if (!/\{[{%]/.test(source)) return []
  const hidden = source.replace(RAW, blank).replace(HUGO_ESCAPE, blank)
  return [...replacedTags(outsideOfCode(hidden, format))].filter(({ isFile, tag }) => isFile && tag.startsWith('{'))
}

const blank = (text: string) => text.replace(/[^\n]/g, ' ')

const HTML_CODE = /<(pre|code|script|style)\b.*?(?:<\/\1|(?!.))/gis

/** The text with spaces in place of code. */
export const outsideOfCode = (text: string, format: PostFormat): string => {
  const bare = withoutCode(text, format)
  return format === 'md' ? bare : bare.replace(HTML_CODE, (code) => code.replace(/[^\n]/g, ' '))
}

const FOLDERS = /^(?:content\/|_?posts?\/|_?drafts\/|blog\/|articles\/|news\/)+/
const POST_FILE = /(?:\/_?index)?(?:\.[a-z]{2})?\.(?:md|markdown|mdx|html?)$|\/_?index$/

/** The former URL of a post that is named by its file, which redirects to the post, whatever its URL is; or the URL of another file. */
function referenceTo(path: string): string {
  const [file = '', fragment] = path.split('#')
  if (file === '') return `#${fragment}`
  const bare = file.replace(/^(?:\.\.?\/|\/)+/, '')
  const isPost = POST_FILE.test(bare) || !/\.\w{2,5}$/.test(bare)
  const url = isPost ? `/posts/${bare.replace(POST_FILE, '').replace(FOLDERS, '').replace(/\/$/, '')}` : `/${bare}`
  return encodeURI(url) + (fragment === undefined ? '' : `#${fragment}`)
}
