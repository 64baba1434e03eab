import type { Page } from 'playwright'

/**
 * Displays a feed as a careless reader would: each text, summary and title as HTML in a document of the site itself, the worst case.
 * Returns the number of pieces. `path`: an Atom or JSON feed.
 */
export async function showFeed(page: Page, path: string): Promise<number> {
  // A document of the site without visible content.
  if (!page.url().endsWith('/robots.txt')) await page.goto('/robots.txt')
  return page.evaluate(read, path)
}

/** Runs in the page, so it is self-contained. */
async function read(path: string): Promise<number> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`)
  const text = await answer.text()
  const pieces = path.endsWith('.json') ? ofJson(text) : ofAtom(text)
  document.body.replaceChildren(
    ...pieces.map((html) => {
      const place = document.createElement('div')
      // Marked like stored HTML on the site's own pages.
      place.className = 'prose-0'
      place.innerHTML = html
      return place
    }),
  )
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  return pieces.length

  /** URLs in a feed are absolute, with the public URL of the site. */
  function atHome(html: string, self: string): string {
    return html.replaceAll(new URL(self).origin, location.origin)
  }

  function ofJson(json: string): string[] {
    const feed: { feed_url: string; items: { content_html: string }[] } = JSON.parse(json)
    return feed.items.map(({ content_html }) => atHome(content_html, feed.feed_url))
  }

  function ofAtom(xml: string): string[] {
    const feed = new DOMParser().parseFromString(xml, 'application/xml')
    if (feed.querySelector('parsererror')) throw new Error(`${path} is no XML.`)
    const self = feed.querySelector('feed > id')?.textContent ?? ''
    const htmls = feed.querySelectorAll(
      'entry > content[type=html], entry > summary[type=html], entry > title[type=html]',
    )
    return [...htmls].map((one) => atHome(one.textContent ?? '', self))
  }
}
