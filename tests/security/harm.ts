import type { Page } from 'playwright'
import { allowedTags } from '#contract/stored-html.ts'

/** The elements that contain stored HTML: `Prose`, and the summaries of `post-article.tsx` and `post-card.tsx`. */
const PLACES = '[class~="prose-0"], [class~="post-article-3"], [class~="post-card-3"]'

/**
 * Everything in a page that could run, load from elsewhere, or imitate a part of the site. Handlers and script URLs are searched for
 * in the whole document; in stored HTML also elements and names that are not allowed there.
 */
export const harmIn = (page: Page): Promise<string[]> =>
  page.evaluate(inspect, { allowed: [...allowedTags], places: PLACES })

/** The amount of stored HTML in a page: a test that finds none proves nothing. */
export const storedIn = (page: Page): Promise<number> => page.locator(PLACES).count()

/** Runs in the page, so it is self-contained. */
function inspect({ allowed, places }: { allowed: string[]; places: string }): string[] {
  const found: string[] = []
  const known = new Set(allowed)
  const report = (element: Element, what: string) => found.push(`<${element.localName}> ${what}`.slice(0, 200))
  const isScript = (value: string) => {
    const bare = [...value].filter((one) => one > ' ').join('')
    return /^(?:javascript|vbscript|livescript|mocha):|^data:(?!image\/(?:png|jpeg|webp|gif)[;,])/i.test(bare)
  }
  const addresses = /^(?:href|src|xlink:href|action|formaction|data|srcdoc|to|from|values|poster|background|codebase)$/i
  for (const element of document.querySelectorAll('*'))
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) report(element, name)
      if (addresses.test(name) && isScript(value)) report(element, `${name}=${value}`)
    }
  for (const place of document.querySelectorAll(places))
    for (const element of place.querySelectorAll('*')) {
      const isIcon = element.matches('[data-callout] > svg, [data-callout] > svg > use[href^="#icon-"]')
      if (!known.has(element.localName) && !isIcon) report(element, 'has no business in stored HTML')
      // Links lead to ids, but no element of the page has the same one, so that scripts find theirs.
      const isAnchor = document.querySelectorAll(`[id="${CSS.escape(element.id)}"]`).length === 1
      if ((element.hasAttribute('id') && !isAnchor) || element.hasAttribute('name')) report(element, 'has a name')
      if (element instanceof HTMLInputElement && (element.type !== 'checkbox' || !element.disabled))
        report(element, 'asks for something')
      if (element.hasAttribute('style')) report(element, 'has a style')
      if (!(element instanceof HTMLAnchorElement) || !element.hasAttribute('href')) continue
      if (!/\bnoopener\b/.test(element.rel)) report(element, 'leads on without rel=noopener')
    }
  return found
}
