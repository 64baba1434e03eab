import { describe, expect, test } from 'bun:test'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { answers, startChild } from '#tests/helpers/child.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { freePort } from '#tests/helpers/ports.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { ADMIN, testApp } from '#tests/helpers/test-app.ts'
import { aRegistration } from '#tests/registration/a-registration.ts'

const NAME = 'www.example.com'
const PUBLIC_URL = `https://${NAME}`
const UPLOAD_BYTES = 20 * 1024 * 1024
const ends = endsOfEachTest()

type Places = { folder: string; port: number; upstream: string }

/** The example without TLS, on these ports. */
async function nginx({ folder, port, upstream }: Places): Promise<string[]> {
  const example = await Bun.file('docs/operations/nginx.conf').text()
  const [site = ''] = example.split('\nserver {\n    listen 80;')
  const server = site
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*\n/gm, '')
    .replace('http://127.0.0.1:3000', upstream)
  // What the distribution has around it.
  const mainPart = `daemon off; pid ${folder}/pid; error_log stderr; events {}
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; ${server} }`
  const config = join(folder, 'nginx.conf')
  await Bun.write(config, mainPart)
  return ['nginx', '-c', config, '-p', folder]
}

/** The same. */
async function caddy({ folder, port, upstream }: Places): Promise<string[]> {
  const example = await Bun.file('docs/operations/Caddyfile').text()
  const config = join(folder, 'Caddyfile')
  const site = example
    .replace('\n{\n', '\n{\n\tadmin off\n')
    .replace(`\n${NAME} {`, `\nhttp://${NAME}:${port}, http://127.0.0.1:${port} {`)
    .replace('127.0.0.1:3000', new URL(upstream).host)
  await Bun.write(config, site)
  return ['caddy', 'run', '--config', config, '--adapter', 'caddyfile']
}

/** The site behind the proxy, and requests as a browser sends them. */
async function startBehind(configure: typeof nginx) {
  const app = await testApp({
    files: { 'posts/bread.md': aPost({ title: 'Bread' }) },
    env: { PUBLIC_URL, TRUSTED_PROXIES: '127.0.0.1' },
  })
  ends.push(() => app.close())
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'))
  // Started by root, nginx works as another user.
  await mkdir(join(folder, 'logs'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const command = await configure({ folder, port, upstream: app.listen() })
  const child = await startChild({
    command,
    env: { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    isReady: () => answers(`${url}/healthz`),
  })
  ends.push(() => child.end('SIGKILL'))
  const send = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { host: NAME, origin: PUBLIC_URL, ...init.headers } })
  const sendJson = (path: string, body: object) =>
    send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return { ...app, port, send, sendJson }
}

describe.each([
  ['nginx', nginx],
  ['caddy', caddy],
] as const)('the example for %s', (program, configure) => {
  test.skipIf(!isFullRun || !Bun.which(program))(
    'passes on a login, a sign-up, an upload of 20 MB and a stream, and the address of the client',
    async () => {
      const { send, sendJson, logged } = await startBehind(configure)
      const login = await sendJson(adminPaths.login, ADMIN)
      expect(login.status).toBe(200)
      const { token } = await login.json()
      expect((await sendJson(apiPaths.register, { ...aRegistration(), filledInMs: 60_000 })).status).toBe(200)

      const authorization = `Bearer ${token}`
      const uploaded = await send(`${adminPaths.imports}?name=old.zip&into=old`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(UPLOAD_BYTES),
      })
      expect(uploaded.status).toBe(201)

      const presence = await send(adminPaths.presence('bread'), { headers: { authorization } })
      // The first line arrives while the stream is open.
      const reader = presence.body?.getReader()
      const { value } = (await reader?.read()) ?? {}
      await reader?.cancel()
      expect(new TextDecoder().decode(value)).toContain('{')
      expect(logged.filter((line) => line.includes('proxy not trusted'))).toEqual([])
    },
  )

  test.skipIf(!isFullRun || !Bun.which(program))('drops the trailers of a request', async () => {
    const received: string[] = []
    const upstream = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        data(socket, bytes) {
          received.push(bytes.toString())
          // The proxy is asked for its health before; the body of the write may arrive after its head.
          if (!received.at(-1)?.startsWith('POST') || received.at(-1)?.includes('{}'))
            socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
        },
      },
    })
    ends.push(() => upstream.stop(true))
    const folder = await mkdtemp(join(tmpdir(), 'proxy-'))
    const port = await freePort()
    const command = await configure({ folder, port, upstream: `http://127.0.0.1:${upstream.port}` })
    const child = await startChild({
      command,
      env: { XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
      isReady: () => answers(`http://127.0.0.1:${port}/healthz`),
    })
    ends.push(() => child.end('SIGKILL'))
    const answered = Promise.withResolvers<string>()
    const socket = await Bun.connect({
      hostname: '127.0.0.1',
      port,
      socket: { data: (_socket, bytes) => answered.resolve(bytes.toString()) },
    })
    ends.push(() => void socket.end())
    const head = `POST /api/contact-messages HTTP/1.1\r\nHost: ${NAME}\r\nTransfer-Encoding: chunked\r\nTrailer: X-Late\r\n`
    socket.write(`${head}\r\n2\r\n{}\r\n0\r\nX-Late: in-a-trailer\r\n\r\n`)
    expect(await answered.promise).toStartWith('HTTP/1.1 200')
    expect(received.join('')).toContain('POST /api/contact-messages')
    expect(received.join('')).not.toContain('in-a-trailer')
  })
})
