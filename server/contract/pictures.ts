import { decodeUri } from '#contract/paths.ts'
import type { PostImage } from '#contract/posts.ts'

/** Every image is stored in up to three widths; the widest is never wider than the upload. */
export const PICTURE_WIDTHS_PX = [480, 960, 1600] as const

/** `posts/4f0c1a…-1600x900.webp`: content hash, width and height, so that a page needs nothing but the path. */
const STORED_PICTURE = /^[a-z0-9/-]+-(?<width>\d{1,5})x(?<height>\d{1,5})\.webp$/

/** Parses a stored path. An image that an editor added by hand has no known size and no other widths. */
export function pictureOf(path: string, alt: string): PostImage {
  const parts = STORED_PICTURE.exec(path)?.groups
  if (!parts) return { path, alt, widths: [] }
  const width = Number(parts.width)
  const narrower = PICTURE_WIDTHS_PX.filter((one) => one < width)
  return { path, alt, width, height: Number(parts.height), widths: [...narrower, width] }
}

/** The stored path of one width: `posts/4f0c1a…-480.webp`. The widest has the path of the image. */
export function picturePath(picture: PostImage, width: number): string {
  return width === picture.width ? picture.path : picture.path.replace(/-\d+x\d+\.webp$/, `-${width}.webp`)
}

/** The stored path of the narrowest width that there is: of the image itself where it is small, or its size is not known. */
export function narrowestPath(picture: PostImage): string {
  const [width] = picture.widths
  return width === undefined ? picture.path : picturePath(picture, width)
}

/** `photo.jpg` or `./photo.jpg`: no other folder, no URL. */
const NAME = /^(?:\.\/)?([^/:?#\\]+)$/
/** The name of an image in the folder of a post, from how its text names it; `undefined` for what is elsewhere. */
export const colocatedName = (to: string): string | undefined => NAME.exec(to)?.[1]

/** No scheme, no host, no path from the root, and neither a query nor an anchor alone. */
const RELATIVE = /^(?!\/)([^:?#\\]+)(?:[?#]|$)/
/** An image that a text names relative to its file, as `photo.jpg`, `img/photo.jpg` or `../photo.jpg`; `undefined` for what is elsewhere. */
export function relativeImage(to: string): string | undefined {
  const path = RELATIVE.exec(to)?.[1]?.replace(/^(?:\.\/)+/, '')
  return path ? decodeUri(path) : undefined
}
