import type { TestApp } from '#tests/helpers/test-app.ts'
import { PUBLIC_URL } from './real-site.ts'

/** A page or file of the site as the crawl found it. */
export type Found = {
  status: number
  type: string
  /** HTML only. */
  html: string
  /** Pages that lead here. */
  from: Set<string>
}

/**
 * What leads from an element to another address: links, pictures, code, icons; and `content`, where a meta tag names a
 * social image. Where a form posts to is nothing that one can open.
 */
const LEADING = ['href', 'src', 'poster', 'action']

/** Addresses of the site in server-drawn HTML, as `/path?query#hash`; `#hash` alone where a page names a part of itself. */
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

/** Ids in a page, for links to its parts. */
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

/** Opens `/` and everything that its pages lead to, page by page, until nothing is new. Keys are addresses without their hash. */
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
