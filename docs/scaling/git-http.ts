/**
 * Serves the repositories in GIT_ROOT over http to those who know GIT_PASSWORD (user: site), by git's own program. git-remote.sh starts
 * it in the private network of compose.scale.yaml; nothing encrypts it there.
 */
import { timingSafeEqual } from 'node:crypto'

const { GIT_ROOT = '/site', GIT_PASSWORD = '', HOST = '0.0.0.0', PORT = '80' } = process.env
if (GIT_PASSWORD === '') throw new Error('Set GIT_PASSWORD.')

const hash = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest()
const expected = hash(`Basic ${btoa(`site:${GIT_PASSWORD}`)}`)
const isKnown = ({ headers }: Request) => timingSafeEqual(hash(headers.get('authorization') ?? ''), expected)
const HEAD_END = '\r\n\r\n'

/** Runs `git http-backend`, whose input and output are those of CGI. */
async function backend(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const child = Bun.spawn(['git', 'http-backend'], {
    stdin: request.body ?? 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: GIT_ROOT,
      GIT_HTTP_EXPORT_ALL: '1',
      // Pushes need a user.
      REMOTE_USER: 'site',
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers.get('content-type') ?? '',
      CONTENT_LENGTH: request.headers.get('content-length') ?? '',
      HTTP_CONTENT_ENCODING: request.headers.get('content-encoding') ?? '',
      GIT_PROTOCOL: request.headers.get('git-protocol') ?? '',
    },
  })
  const output = child.stdout.getReader()
  let head = Buffer.alloc(0)
  while (!head.includes(HEAD_END)) {
    const { done, value } = await output.read()
    if (done) return new Response(null, { status: 500 })
    head = Buffer.concat([head, value])
  }
  const end = head.indexOf(HEAD_END)
  const lines = head.subarray(0, end).toString().split('\r\n')
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(':')[0] ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  )
  const status = Number.parseInt(headers.get('status') ?? '200', 10)
  headers.delete('status')
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(head.subarray(end + HEAD_END.length)),
    async pull(controller) {
      const { done, value } = await output.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => child.kill(),
  })
  return new Response(body, { status, headers })
}

const server = Bun.serve({
  hostname: HOST,
  port: Number(PORT),
  idleTimeout: 255,
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  fetch: (request) =>
    isKnown(request)
      ? backend(request)
      : new Response('Log in.\n', { status: 401, headers: { 'www-authenticate': 'Basic realm="git"' } }),
})
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void server.stop().then(() => process.exit(0)))
