/** Attributes of sanitised HTML that hold an address. */
const ADDRESSES = ['href', 'src', 'cite'] as const

/**
 * A post's HTML for readers elsewhere: every address is absolute. Links inside the post lead to the post's own page.
 * `base` is that page's address.
 */
export function absoluteHtml(html: string, base: string): string {
  if (!html.includes('=')) return html
  const rewriter = new HTMLRewriter()
  for (const attribute of ADDRESSES) {
    rewriter.on(`[${attribute}]`, {
      element(element) {
        const address = URL.parse(element.getAttribute(attribute) ?? '', base)
        if (address) element.setAttribute(attribute, address.href)
        else element.removeAttribute(attribute)
      },
    })
  }
  return rewriter.transform(html)
}
