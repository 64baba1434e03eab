import { PreviewBanner } from '#client/app/frame/preview-banner.tsx'
import { findPage } from '#client/app/routing/find-page.ts'
import { pagePaths } from '#contract/paths.ts'
import type { PostPage } from '#contract/posts.ts'
import { type InlineHashes, pageHeaders } from '#server/http/headers.ts'
import { noPreview } from './plain-pages.ts'
import type { PageSources } from './ready-page.ts'
import { renderPage } from './render.tsx'

export type PreviewPages = ReturnType<typeof createPreviewPages>

/** It says nothing of itself to anybody: neither to caches, nor to search engines, nor to where its links lead. */
const PRIVATE = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

/** No script may run: the page comes without, and is laid out as for a browser that has none. */
const SANDBOX = 'sandbox allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

/** Pages behind preview links. Drawn anew each time, kept nowhere, and without any script. */
export function createPreviewPages({ facts, document, tls }: Pick<PageSources, 'facts' | 'document' | 'tls'>) {
  const headersFor = (hashes: InlineHashes) => {
    const headers = pageHeaders(hashes, { tls })
    return {
      ...headers,
      ...PRIVATE,
      'content-security-policy': `${headers['content-security-policy']}; ${SANDBOX}`,
    }
  }
  const headers = headersFor({ scripts: [], styles: [] })

  /** A post that is not public, as visitors would see it. */
  async function show(post: PostPage, until: string): Promise<Response> {
    const site = await facts()
    const path = pagePaths.post(post.id)
    const address = findPage({ pathname: path, search: '' }, site.slug)
    if (!address) throw new RangeError('A post has an address.')
    const page = await address.route.fromServerData(JSON.stringify({ asked: post.id, post }))
    const body = renderPage(
      path,
      {
        ...page,
        render: (facts) => (
          <>
            <PreviewBanner state={post.state} date={post.date} until={until} />
            {page.render(facts)}
          </>
        ),
      },
      site,
    )
    const { title, description } = page.head(site)
    const head = { title: `Preview: ${title}`, description, noindex: true }
    // The preview has another address than the post will have: links inside the page stay on it.
    const localBody = { ...body, html: body.html.replaceAll(`href="${path}#`, 'href="#') }
    const { html, hashes } = document({
      head,
      route: address.route,
      body: localBody,
      site,
      data: null,
      hasScripts: false,
    })
    return new Response(html, { headers: headersFor(hashes) })
  }

  return {
    show,
    /** The post has become public. */
    moved: (id: string) => new Response(null, { status: 302, headers: { ...headers, location: pagePaths.post(id) } }),
    /** The link opens nothing, or nothing any more. */
    none: () => new Response(noPreview, { status: 404, headers }),
  }
}
