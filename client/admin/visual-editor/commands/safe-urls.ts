import { withoutInvisible } from '#contract/trimmed.ts'

/** URLs that a link may have: of the web, an e-mail or phone number, a path of this site or a place on the page. */
const LINK = /^(?:https?:\/\/[^\s]+|mailto:[^\s]+|tel:[^\s]+|\/(?!\/)[^\s]*|#[^\s]*)$/i

/** A file next to the post or below it: `notes.pdf`, `./photo.jpg`. A colon before the first slash would be a scheme. */
const RELATIVE = /^(?!\/)[^\s:]+(?:\/[^\s]*)?$/

export const isSafeLink = (href: string): boolean => LINK.test(href) || RELATIVE.test(href)

/** An image of this site. The Content-Security-Policy of our pages blocks all others. */
export const isOwnImage = (src: string): boolean => /^\/(?!\/)/.test(src)

/** Returns a typed address as a URL: `example.com` becomes `https://example.com`. `undefined` if it cannot be a link. */
export function linkFromTyped(typed: string): string | undefined {
  const address = withoutInvisible(typed)
  if (LINK.test(address) || /^\.{1,2}\/[^\s]+$/.test(address)) return address
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(address)) return `mailto:${address}`
  if (/^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?(?:[/?#][^\s]*)?$/i.test(address)) return `https://${address}`
  return undefined
}
