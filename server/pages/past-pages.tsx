import { PastBanner } from '#client/app/frame/past-banner.tsx'
import { findPage } from '#client/app/routing/find-page.ts'
import { storageUrl } from '#contract/paths.ts'
import { plainInline, plainPage } from '#server/http/plain-page.ts'
import { type InlineHashes, pageHeaders } from '#server/http/responses.ts'
import type { UnavailableError } from '#server/lib/errors.ts'
import { unavailablePage } from './error-pages.ts'
import { renderMarkup } from './render-markup.tsx'
import { type PageSources, splitTarget } from './render-page.tsx'
import type { SiteData } from './site-data.ts'

type Shown = {
  data: SiteData
  /** The moment: ISO 8601. */
  at: string
  /** The name of the branch that the pages show merged into the live site, or without which they show it. */
  branch?: { name: string; side: 'before' | 'after' } | undefined
  /** The path of a page of the same moment. */
  linkTo(path: string): string
  /** Whether the branch has another stored image at this path than the live site. */
  isOfBranch(path: string): boolean
}
export type PastPages = ReturnType<typeof createPastPages>

/**
 * Begins the stored path of an image in the folder of a post, which is stored in git alone. Pages of the past lead to
 * `linkTo('/…')` with that path instead.
 */
export const PAST_IMAGES = 'images-of-that-time/'

/** Begins the paths of stored images that a branch adds or changes, in the same way. */
export const BRANCH_IMAGES = 'images-of-the-branch/'

/** Hides the page from caches, search engines and the sites that it links to. */
const PRIVATE = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

const noMoment = plainPage(
  '<title>Not found</title>',
  '<h1>This link to the past does not work</h1><p>It may have expired, or it was ended. <a href="/">Go to the home page</a></p>',
)

const noBranch = plainPage(
  '<title>Not found</title>',
  '<h1>This preview does not work at the moment</h1><p>The branch was published or removed, or it cannot be merged into the live site. <a href="/">Go to the home page</a></p>',
)

/** Public pages of a former time, or of a branch: rendered for each request by the current design, not cached, without scripts. */
export function createPastPages({ document, tls }: Pick<PageSources, 'document' | 'tls'>) {
  /** Only the dashboard shows a page in a frame: those with a branch and without it, beside each other. */
  const headersFor = (hashes: InlineHashes, frames?: 'inside') => ({
    ...pageHeaders(hashes, { tls, frames, sandbox: 'links' }),
    ...PRIVATE,
  })
  const headers = headersFor(plainInline)

  function missing(at: string, home: string, branch: Shown['branch']): Response {
    const href = Bun.escapeHTML(home)
    const html = branch
      ? plainPage(
          '<title>Not found in this preview</title>',
          `<h1>This page is not public in this preview</h1><p><a href="${href}">Home page of the preview</a></p>`,
        )
      : plainPage(
          '<title>Not found at that time</title>',
          `<h1>This page was not public at that time</h1><p>${Bun.escapeHTML(at)}. <a href="${href}">Home page of that time</a></p>`,
        )
    return new Response(html, { status: 404, headers: headersFor(plainInline, branch && 'inside') })
  }

  const moved = (location: string) => new Response(null, { status: 302, headers: { ...headers, location } })

  /** Renders the page at a path and query. */
  async function show(target: string, { data, at, branch, linkTo, isOfBranch }: Shown): Promise<Response> {
    const none = () => missing(at, linkTo('/'), branch)
    const place = splitTarget(target)
    // The index of the search has the current words only.
    if (new URLSearchParams(place.search).has('q')) return moved(linkTo(place.pathname))
    const site = await data.siteInfo()
    const match = place.pathname.includes('%') ? undefined : findPage(place, site.slug)
    if (!match || match.route.frame === 'admin') return none()
    const page = await match.route.open(
      data.api(() => {}),
      match.at,
    )
    const { title, description, redirectTo, status } = page.head(site)
    if (redirectTo && status !== 404) return moved(redirectTo.startsWith('/') ? linkTo(redirectTo) : redirectTo)
    if (status === 404) return none()
    const render: typeof page.render = (info) => (
      <>
        {page.render(info)}
        <PastBanner at={at} path={match.key} branch={branch} />
      </>
    )
    const markup = await renderMarkup(match.key, { ...page, render }, site)
    const isPage = (path: string) => {
      const found = findPage(splitTarget(path), site.slug)
      return found !== undefined && found.route.frame !== 'admin'
    }
    const imageUrl = (url: string) => {
      const path = url.startsWith(STORAGE) ? url.slice(STORAGE.length) : ''
      if (path.startsWith(PAST_IMAGES)) return linkTo(`/${path}`)
      return isOfBranch(path) ? linkTo(`/${BRANCH_IMAGES}${path}`) : url
    }
    const body = {
      ...markup,
      html: withImages(withLinks(markup.html, isPage, linkTo), imageUrl),
      links: withImages(markup.links, imageUrl),
    }
    const head = { title: `${title} (${branch ? branch.name : at.slice(0, 10)})`, description, noindex: true }
    const { html, hashes } = document({ head, site, route: match.route, body, data: null, hasScripts: false })
    return new Response(html, { headers: headersFor(hashes, branch && 'inside') })
  }

  return {
    show,
    /** A WebP image that a page of the past shows. */
    image: (webp: Uint8Array) => new Response(webp.slice(), { headers: { ...headers, 'content-type': 'image/webp' } }),
    full: (error: UnavailableError) => unavailablePage(tls, error),
    /** The branch of the link is gone, or cannot be merged. */
    noBranch: () => new Response(noBranch, { status: 404, headers: headersFor(plainInline, 'inside') }),
    /** The link is unknown, expired or revoked. */
    none: () => new Response(noMoment, { status: 404, headers }),
  }
}

const STORAGE = storageUrl('')

/** Lets images that git has lead to it. `urlOf`: where a URL leads. */
function withImages(html: string, urlOf: (url: string) => string): string {
  const rewriter = new HTMLRewriter()
  const replace = (name: string, change: (value: string) => string) =>
    rewriter.on(`[${name}*="${STORAGE}"]`, {
      element(element) {
        element.setAttribute(name, change(element.getAttribute(name) ?? ''))
      },
    })
  for (const name of ['src', 'href', 'poster']) replace(name, urlOf)
  for (const name of ['srcset', 'imagesrcset'])
    replace(name, (value) =>
      value
        .split(', ')
        .map((one) => one.replace(/^\S+/, urlOf))
        .join(', '),
    )
  return rewriter.transform(html)
}

/** Lets links to other public pages stay in the past. */
function withLinks(html: string, isPage: (path: string) => boolean, linkTo: (path: string) => string): string {
  const rewriter = new HTMLRewriter().on('a[href]', {
    element(link) {
      const href = link.getAttribute('href') ?? ''
      if (link.hasAttribute('data-now') || !/^\/(?!\/)/.test(href)) return
      const [path = '', anchor] = href.replaceAll('&amp;', '&').split('#', 2)
      if (isPage(path)) link.setAttribute('href', linkTo(path) + (anchor === undefined ? '' : `#${anchor}`))
    },
  })
  return rewriter.transform(html)
}
