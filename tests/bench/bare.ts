/**
 * The baseline: a bare `Bun.serve` handler that returns the same negotiated bytes from a Map. `bun tests/bench/bare.ts PORT SITE_URL
 * PATH…` fetches each variant from the running site first.
 */
import { bestEncoding } from '#server/http/accept-encoding.ts'
import { ENCODINGS } from '#server/http/responses.ts'

const [port = '0', site = '', ...paths] = process.argv.slice(2)
type Variant = { body: Uint8Array<ArrayBuffer>; headers: Headers; etag: string }
const pages = new Map<string, Record<'br' | 'gzip' | 'identity', Variant>>()

async function variant(path: string, encoding: string): Promise<Variant> {
  const answer = await fetch(site + path, { headers: { 'accept-encoding': encoding }, decompress: false })
  const headers = new Headers(answer.headers)
  headers.delete('date')
  headers.delete('content-length')
  return { body: new Uint8Array(await answer.arrayBuffer()), headers, etag: answer.headers.get('etag') ?? '' }
}

for (const path of paths) {
  const [br, gzip, identity] = await Promise.all([
    variant(path, 'br'),
    variant(path, 'gzip'),
    variant(path, 'identity'),
  ])
  pages.set(path, { br, gzip, identity })
}

Bun.serve({
  port: Number(port),
  hostname: '127.0.0.1',
  fetch(request) {
    const path = request.url.slice(request.url.indexOf('/', 8))
    const variants = pages.get(path)
    if (!variants) return new Response('', { status: 404 })
    const { body, headers, etag } = variants[bestEncoding(request.headers.get('accept-encoding'), ENCODINGS)]
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
    return new Response(body, { headers })
  },
})
console.log('ready')
