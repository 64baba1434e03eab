import { PreviewBanner } from '#client/app/frame/preview-banner.tsx'
import { findPage } from '#client/app/routing/find-page.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostPage } from '#contract/posts.ts'
import { plainInline } from '#server/http/plain-page.ts'
import { type InlineHashes, pageHeaders } from '#server/http/responses.ts'
import type { UnavailableError } from '#server/lib/errors.ts'
import { noPreview, unavailablePage } from './error-pages.ts'
import { renderMarkup } from './render-markup.tsx'
import type { PageSources } from './render-page.tsx'

/** Hides the page from caches, search engines and the sites that it links to. */
const PRIVATE = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

/** Pages behind preview links: rendered for each request, not cached, without scripts. */
export function createPreviewPages({ siteInfo, document, tls }: Pick<PageSources, 'siteInfo' | 'document' | 'tls'>) {
  const headersFor = (hashes: InlineHashes) => ({
    ...pageHeaders(hashes, { tls, sandbox: 'links and forms' }),
    ...PRIVATE,
  })
  const headers = headersFor(plainInline)

  /** Renders a post that is not public as visitors will see it. */
  async function show(post: PostPage, until: string): Promise<Response> {
    const site = await siteInfo()
    const path = pagePaths.post(post.id)
    const match = findPage({ pathname: path, search: '' }, site.slug)
    if (!match) throw new RangeError('The path of a post has no route.')
    const page = await match.route.fromServerData(JSON.stringify({ asked: post.id, post }))
    const render: typeof page.render = (info) => (
      <>
        <PreviewBanner state={post.state} date={post.date} until={until} />
        {page.render(info)}
      </>
    )
    const markup = await renderMarkup(path, { ...page, render }, site)
    const { title, description } = page.head(site)
    const head = { title: `Preview: ${title}`, description, noindex: true }
    // The preview is at another URL than the post, so links to its headings are made relative.
    const body = { ...markup, html: markup.html.replaceAll(`href="${path}#`, 'href="#') }
    const { html, hashes } = document({ head, site, route: match.route, body, data: null, hasScripts: false })
    return new Response(html, { headers: headersFor(hashes) })
  }

  return {
    show,
    /** The post is public by now. */
    moved: (id: string) => new Response(null, { status: 302, headers: { ...headers, location: pagePaths.post(id) } }),
    full: (error: UnavailableError) => unavailablePage(tls, error),
    /** The link is unknown, expired or revoked. */
    none: () => new Response(noPreview, { status: 404, headers }),
  }
}
