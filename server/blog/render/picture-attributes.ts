import { storageUrl } from '#contract/paths.ts'
import { pictureOf, picturePath } from '#contract/pictures.ts'

/** The `sizes` attribute for images in the text of a post. */
const SIZES = '(max-width: 780px) 92vw, 720px'
const STORAGE = storageUrl('')

/** What lets a browser choose the width of a stored image and reserve its place; nothing for other images. `src`: its URL. */
export function pictureAttributes(src: string): [string, string][] {
  const picture = pictureOf(src.startsWith(STORAGE) ? src.slice(STORAGE.length) : '', '')
  if (picture.widths.length === 0) return []
  const urls = picture.widths.map((width) => `${storageUrl(picturePath(picture, width))} ${width}w`)
  return [
    ['srcset', urls.join(', ')],
    ['sizes', SIZES],
    ['width', String(picture.width)],
    ['height', String(picture.height)],
  ]
}
