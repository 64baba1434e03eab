import { findPage } from '#client/app/routing/find-page.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostPage } from '#contract/posts.ts'
import type { SiteInfo } from '#contract/site.ts'
import type { Page } from '#server/http/endpoint.ts'
import { pageHeaders } from '#server/http/responses.ts'
import { renderMarkup } from './render-markup.tsx'
import type { PageSources } from './render-page.tsx'

/** Has everything that a post can have, so that the page has all its styles. The editor finds the parts by their attribute. */
const BLANK: PostPage = {
  id: 'post',
  title: 'Preview',
  summary: '<p data-part="summary"></p>',
  content: '<div data-part="content" data-callout="note"></div>',
  image: 'blank',
  picture: { path: 'blank', alt: '', widths: [], caption: ' ' },
  category: { id: 'category', name: 'Category' },
  tags: [{ id: 'tag', name: 'Tag' }],
  date: '2026-01-01T00:00:00.000Z',
  updated: null,
  author: null,
  author_id: null,
  state: 'draft',
  description: '',
  minutes: 1,
  contents: [],
  previous: null,
  next: null,
  trade: null,
  related: [],
}

/** The page of a blank post in the frame of the site, without scripts and data: the editor fills it as a preview. */
export function createPreviewFrame({ siteInfo, document, tls }: Pick<PageSources, 'siteInfo' | 'document' | 'tls'>) {
  let rendered: { of: string; html: string; headers: Record<string, string> } | undefined

  async function render(site: SiteInfo, of: string) {
    const path = pagePaths.post(BLANK.id)
    const match = findPage({ pathname: path, search: '' }, site.slug)
    if (!match) throw new RangeError('The path of a post has no route.')
    const page = await match.route.fromServerData(JSON.stringify({ asked: BLANK.id, post: BLANK }))
    const { html: markup, style } = await renderMarkup(path, page, site)
    // The image has no URL yet, so it must not be loaded ahead either.
    const body = { html: markup.replace(/(<img [^<>]*?)src="[^"]*" /, '$1'), style, links: '<base target="_blank">' }
    const head = { title: 'Preview', description: '', noindex: true }
    const made = document({ head, site, route: match.route, body, data: null, hasScripts: false, isFilledLater: true })
    // Links open in new tabs, because pages of the site do not show in frames.
    const headers = pageHeaders(made.hashes, { tls, frames: 'inside', sandbox: 'links' })
    return { of, html: made.html, headers: { ...headers, 'x-robots-tag': 'noindex' } }
  }

  /** Rendered once per state of the site's facts. */
  const handle: Page['handle'] = async (): Promise<Response> => {
    const site = await siteInfo()
    const of = JSON.stringify(site)
    if (rendered?.of !== of) rendered = await render(site, of)
    return new Response(rendered.html, { headers: rendered.headers })
  }
  return { path: adminPaths.previewFrame, handle }
}
