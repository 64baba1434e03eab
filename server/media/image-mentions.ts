import { picturePath } from '#contract/pictures.ts'
import type { PostFormat } from '#contract/post-form.ts'
import type { PostImage } from '#contract/posts.ts'
import { referencesIn, withoutCode } from '#server/text/scan/references.ts'

/** The path of an image of the library, whatever stands before it: `/storage/`, `storage/public/`, a host or nothing. */
const MENTION = /(?<![\w-])posts\/[A-Za-z0-9][\w./-]{0,200}\.(?:webp|jpe?g|png|gif)(?![\w-])/g
/** `-1600x900.webp` of the widest, `-480.webp` of another width. */
const WIDTH = /-\d{1,5}(?:x\d{1,5})?\.webp$/

/** The images that a text names, as it names them. */
export const mentionsIn = (text: string): string[] => (text.includes('posts/') ? [...new Set(text.match(MENTION))] : [])

/** The same for every width of an image. */
export const stemOf = (path: string): string => path.replace(WIDTH, '')

/** Returns the description of each image of a body that has one, by its path. */
export function descriptionsIn(body: string, format: PostFormat): Map<string, string> {
  const found = new Map<string, string>()
  for (const { kind, to, alt } of referencesIn(withoutCode(body, format), format)) {
    const [path] = kind === 'picture' && alt ? mentionsIn(to) : []
    if (path !== undefined && alt && !found.has(path)) found.set(path, alt)
  }
  return found
}

const SIZE = /\b(width|height)=(["']?)(\d{1,5})\2(?=[\s/>])/gi
/** `<img …>`; longer tags keep their size. */
const TAG = /<img\b[^<>]{0,2000}>/gi

/** Names another image wherever a text names this one, in the width that fits; nothing else of the text changes. */
export function replaceMentions(text: string, old: PostImage, next: PostImage): string {
  const isOld = (path: string) => path === old.path || (old.widths.length > 0 && stemOf(path) === stemOf(old.path))
  const names = (tag: string) => mentionsIn(tag).some(isOld)
  return text
    .replace(TAG, (tag) => (names(tag) ? resized(tag, old, next) : tag))
    .replace(MENTION, (path) => (isOld(path) ? nextPath(path, next) : path))
}

function nextPath(path: string, next: PostImage): string {
  const width = Number(/-(\d{1,5})\.webp$/.exec(path)?.[1])
  return next.widths.includes(width) ? picturePath(next, width) : next.path
}

/** A tag that spells out the size of the old image would stretch the new one. */
function resized(tag: string, old: PostImage, next: PostImage): string {
  if (!old.width || !old.height || !next.width || !next.height) return tag
  return tag.replace(SIZE, (attribute: string, name: string, quote: string, size: string) => {
    const side = name.toLowerCase() === 'width' ? 'width' : 'height'
    return Number(size) === old[side] ? `${name}=${quote}${next[side]}${quote}` : attribute
  })
}
