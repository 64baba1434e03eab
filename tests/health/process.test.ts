import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { smallContent } from '#tests/helpers/small-content.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Folders of a site's own, and its process on them: started as often as a test needs. */
async function site(files: Record<string, string> = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'process-'))
  ends.push(() => rm(dir, { recursive: true, force: true }))
  for (const [path, text] of Object.entries({ ...smallContent, ...files })) {
    await Bun.write(join(dir, 'content', path), text)
  }
  return (env: Record<string, string> = {}) => {
    const child = Bun.spawn(['bun', 'server/main.ts'], {
      env: {
        PATH: process.env.PATH ?? '',
        NODE_ENV: 'production',
        PORT: '0',
        HOST: '127.0.0.1',
        CONTENT_DIR: join(dir, 'content'),
        STORAGE_DIR: join(dir, 'storage'),
        ...env,
      },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    ends.push(() => {
      child.kill('SIGKILL')
      return child.exited
    })
    const output = linesOf(child.stdout)
    return { child, ...output, url: () => output.until((line) => line.startsWith('http')) }
  }
}

/** Lines as they come, and a wait for one of them. */
function linesOf(stream: ReadableStream<Uint8Array>) {
  const said: string[] = []
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  return {
    said,
    async until(wanted: (line: string) => boolean): Promise<string> {
      while (!said.some(wanted)) {
        const { value, done } = await reader.read()
        if (done) throw new Error(`The process ended after ${JSON.stringify(said)}`)
        said.push(...decoder.decode(value, { stream: true }).trim().split('\n'))
      }
      return said.find(wanted) ?? ''
    },
  }
}

describe('the start', () => {
  test('prints the address; the first one also the administrator’s e-mail and password, once (decision 27)', async () => {
    const start = await site()
    const first = start()
    const url = await first.url()
    expect(first.said).toEqual(['Administrator: admin@testery.example', expect.stringMatching(/^Password: /), url])
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    first.child.kill()
    await first.child.exited
    const second = start()
    expect(second.said).toEqual([])
    expect(await second.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(second.said).toHaveLength(1)
  })

  const wrong: [string, Record<string, string>, Record<string, string>, string][] = [
    ['a wrong variable', {}, { PORT: 'three thousand' }, 'PORT must be a number from 0 to 65535.'],
    ['a content folder that is not there', {}, { CONTENT_DIR: '/nowhere' }, '/nowhere'],
    ['a broken site.yml', { 'site.yml': 'name: [' }, {}, 'site.yml'],
  ]
  test.each(wrong)('ends with one plain sentence and exit code 1 for %s', async (_, files, env, sentence) => {
    const { child } = (await site(files))(env)
    expect(await child.exited).toBe(1)
    const said = await new Response(child.stderr).text()
    expect(said).toInclude(sentence)
    expect(said.trim().split('\n')).toHaveLength(1)
  })

  test('ends with a sentence where the port is taken', async () => {
    const start = await site()
    const { port } = new URL(await start().url())
    const { child } = (await site())({ PORT: port })
    expect(await child.exited).toBe(1)
    expect(await new Response(child.stderr).text()).toBe('The port is in use. Set PORT to another one.\n')
  })
})

describe('the end', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s lets a request finish, accepts none, and exits with 0',
    async (signal) => {
      const { child, url, until } = (await site())({ ADMIN_PASSWORD: 'correct horse battery' })
      const { port } = new URL(await url())
      const body = JSON.stringify({ email: 'admin@testery.example', password: 'correct horse battery' })
      const half = await halfSent(Number(port), body)
      child.kill(signal)
      await until((line) => line.includes('"event":"closing"'))
      await eventually(() => isRefused(`http://127.0.0.1:${port}/healthz`), Boolean)
      expect(await half.finish()).toStartWith('HTTP/1.1 200 OK')
      expect(await child.exited).toBe(0)
    },
  )

  test('a second signal does not wait', async () => {
    const { child, url, until } = (await site())()
    const { port } = new URL(await url())
    await halfSent(Number(port), '{"never":"finished"}')
    child.kill('SIGTERM')
    await until((line) => line.includes('"event":"closing"'))
    child.kill('SIGTERM')
    expect(await child.exited).toBe(1)
  })
})

const isRefused = (url: string) =>
  fetch(url).then(
    () => false,
    () => true,
  )

/** A login whose body has begun to arrive; `finish` sends the rest and gives the answer. */
async function halfSent(port: number, body: string) {
  const socket = connect(port, '127.0.0.1')
  ends.push(async () => socket.destroy())
  socket.on('error', () => {})
  const head = `POST ${apiPaths.login} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  await new Promise((resolve) => socket.write(head + body.slice(0, 5), resolve))
  // Answered after it, so by now the server has read what came before.
  await fetch(`http://127.0.0.1:${port}/healthz`)
  return {
    finish: () =>
      new Promise<string>((resolve) => {
        let text = ''
        socket.on('data', (data) => {
          text += data
        })
        socket.on('close', () => resolve(text))
        socket.write(body.slice(5))
      }),
  }
}
