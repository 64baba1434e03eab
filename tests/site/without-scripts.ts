import { brotliCompressSync } from 'node:zlib'

/**
 * The site once more, at an address of its own, with every script taken out of its pages, and the data for them: what a browser has to do at least.
 * The theme, for which a script asks, stands in the page: else the home page would come without the picture that its film begins with.
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
