import type { TestApp } from '#tests/helpers/test-app.ts'
import { PUBLIC_URL } from './real-site.ts'

/** A page or file of the site that the crawl found. */
export type Found = {
  status: number
  type: string
  /** HTML only. */
  html: string
  /** Pages that link here. */
  from: Set<string>
}

/**
 * Attributes that reference a URL: links, images, code, icons; and `content` of social image meta tags. The target of a form cannot
 * be opened.
 */
const LEADING = ['href', 'src', 'poster', 'action']

/** URLs of the site in server-rendered HTML, as `/path?query#hash`; only `#hash` for a fragment of the same page. */
export async function addressesIn(html: string): Promise<string[]> {
  const found: string[] = []
  const rewriter = new HTMLRewriter().on('*', {
    element(element) {
      const posts = element.getAttribute('method') === 'post'
      for (const name of LEADING) if (!posts || name !== 'action') found.push(element.getAttribute(name) ?? '')
      const content = element.getAttribute('content') ?? ''
      if (content.startsWith(PUBLIC_URL)) found.push(content)
      for (const one of (element.getAttribute('srcset') ?? '').split(',')) found.push(one.trim().split(/\s+/)[0] ?? '')
    },
  })
  await rewriter.transform(new Response(html)).text()
  const own = found.map((one) => one.replaceAll('&amp;', '&').replace(new RegExp(`^${PUBLIC_URL}(?=/|$)`), ''))
  return own.filter((one) => /^(\/(?!\/)|#.)/.test(one))
}

/** Ids in a page, for links to fragments. */
export async function idsIn(html: string): Promise<Set<string>> {
  const ids = new Set<string>()
  const rewriter = new HTMLRewriter().on('[id]', {
    element(element) {
      ids.add(element.getAttribute('id') ?? '')
    },
  })
  await rewriter.transform(new Response(html)).text()
  return ids
}

/** Crawls `/` and everything that its pages link to. Keys are URLs without fragment. */
export async function crawl({ get }: TestApp): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  const waiting = ['/']
  for (const address of waiting) {
    const answer = await get(address, { headers: { accept: 'text/html,*/*' } })
    const type = answer.headers.get('content-type') ?? ''
    const html = type.startsWith('text/html') ? await answer.text() : ''
    if (!html) await answer.bytes()
    const from = found.get(address)?.from ?? new Set()
    found.set(address, { status: answer.status, type, html, from })
    for (const link of await addressesIn(html)) {
      const [target = ''] = link.split('#')
      if (!target) continue
      const known = found.get(target)
      if (known) known.from.add(address)
      else {
        found.set(target, { status: 0, type: '', html: '', from: new Set([address]) })
        waiting.push(target)
      }
    }
  }
  return found
}
