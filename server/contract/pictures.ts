import type { PostImage } from '#contract/posts.ts'

/** Every picture is kept in up to three widths (decision 15); the widest is never wider than what was uploaded. */
export const PICTURE_WIDTHS_PX = [480, 960, 1600] as const

/** `posts/4f0c1a…-1600x900.webp`: hash of the bytes, width and height. The name says all that a page needs. */
const STORED_PICTURE = /^(?<base>[a-z0-9/-]+)-(?<width>\d{1,5})x(?<height>\d{1,5})\.webp$/

/** Reads a stored path; a picture that an editor put there by hand has no known size and no other widths. */
export function pictureOf(path: string, alt: string): PostImage {
  const parts = STORED_PICTURE.exec(path)?.groups
  if (!parts) return { path, alt, widths: [] }
  const width = Number(parts.width)
  const narrower = PICTURE_WIDTHS_PX.filter((one) => one < width)
  return {
    path,
    alt,
    width,
    height: Number(parts.height),
    widths: [...narrower, width],
  }
}

/** The stored path of one width: `posts/4f0c1a…-480.webp`; the widest is the picture's own path. */
export function picturePath(picture: PostImage, width: number): string {
  return width === picture.width ? picture.path : picture.path.replace(/-\d+x\d+\.webp$/, `-${width}.webp`)
}
