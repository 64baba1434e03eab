import type { Page } from 'playwright'

/**
 * Shows a feed as a careless reader does: each text, summary and title as HTML in a document of the site itself, which is where
 * most could be done. Gives how many pieces that were. `path`: of a feed in Atom or JSON.
 */
export async function showFeed(page: Page, path: string): Promise<number> {
  // A document of the site with nothing in it that draws.
  if (!page.url().endsWith('/robots.txt')) await page.goto('/robots.txt')
  return page.evaluate(read, path)
}

/** Runs in the page: all that it needs is inside. */
async function read(path: string): Promise<number> {
  const answer = await fetch(path)
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}.`)
  const text = await answer.text()
  const pieces = path.endsWith('.json') ? ofJson(text) : ofAtom(text)
  document.body.replaceChildren(
    ...pieces.map((html) => {
      const place = document.createElement('div')
      // As on the site's own pages: what stands in it is stored HTML.
      place.className = 'prose-0'
      place.innerHTML = html
      return place
    }),
  )
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  return pieces.length

  /** Addresses in a feed are absolute, and begin with where the site says that it is. */
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
