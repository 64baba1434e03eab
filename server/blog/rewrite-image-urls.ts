import { storageUrl } from '#contract/paths.ts'
import { pictureOf, picturePath } from '#contract/pictures.ts'
import { colocatedName } from '#server/content/colocated-images.ts'

/** How wide a text is shown. */
const SIZES = '(max-width: 780px) 92vw, 720px'

/**
 * Sanitised HTML whose pictures beside the post (`src="photo.jpg"`) have their stored address, size and widths. A picture
 * that is not kept is taken out: its address would lead nowhere.
 */
export function placePictures(html: string, storedPath: (name: string) => string | undefined): string {
  if (!html.includes('<img')) return html
  const rewriter = new HTMLRewriter().on('img[src]', {
    element(image) {
      const name = colocatedName(image.getAttribute('src') ?? '')
      if (name === undefined) return
      const path = storedPath(name)
      if (path === undefined) image.remove()
      else for (const [attribute, value] of attributesFor(path)) image.setAttribute(attribute, value)
    },
  })
  return rewriter.transform(html)
}

function attributesFor(path: string): [string, string][] {
  const picture = pictureOf(path, '')
  const urls = picture.widths.map((width) => `${storageUrl(picturePath(picture, width))} ${width}w`)
  return [
    ['src', storageUrl(path)],
    ['srcset', urls.join(', ')],
    ['sizes', SIZES],
    ['width', String(picture.width)],
    ['height', String(picture.height)],
  ]
}
