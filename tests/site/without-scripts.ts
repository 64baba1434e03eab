import { brotliCompressSync } from 'node:zlib'

/**
 * A copy of the site without scripts and page data: a browser's minimum work. The theme, which a script normally selects, is set in
 * the page, because otherwise the home page would have no poster.
 */
export function withoutScripts(site: string): { url: string; stop(): void } {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const answer = await fetch(site + pathname + search, { headers: request.headers, decompress: false })
      if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer
      const whole = await fetch(site + pathname + search, {
        headers: { accept: 'text/html', 'accept-encoding': 'identity' },
      })
      const bare = new HTMLRewriter()
        .on('html', { element: (html) => void html.setAttribute('data-theme', 'dark') })
        .on('script', { element: (script) => void script.remove() })
        .transform(await whole.text())
      const headers = new Headers(whole.headers)
      headers.set('content-encoding', 'br')
      headers.delete('content-length')
      return new Response(brotliCompressSync(bare), { headers })
    },
  })
  return { url: server.url.origin, stop: () => void server.stop(true) }
}
