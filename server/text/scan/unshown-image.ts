/** Whether a text names an image of another site: pages request nothing from there. */
export const isRemoteImage = (to: string): boolean => /^(?:https?:)?\/\//i.test(to)

/** The format of an image that is not encoded for pages. */
const formatOf = (to: string) => /\.(svgz|avif|heic|bmp|tiff?)(?:[?#].*)?$/i.exec(to)?.[1]?.toUpperCase()

/** Why no page shows an image that a post names, and the cure; `undefined` for one that can be shown. Stored files are shown as they are. */
export function whyUnshown(to: string): string | undefined {
  if (isRemoteImage(to)) return 'is on another site, so it is not shown (`bun run import` can fetch it)'
  const format = to.startsWith('/storage/') ? undefined : formatOf(to)
  return format && `is not shown: convert this ${format} image to PNG, JPEG or WebP`
}
