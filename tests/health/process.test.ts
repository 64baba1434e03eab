import { afterEach, describe, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { adminPaths } from '#contract/admin-paths.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { atEnd, endAll, failureOf, site } from './real-process.ts'

afterEach(endAll)

describe('startup', () => {
  test("prints JSON lines with the URL, and the first time the administrator's e-mail and where the password is, but never the password to a pipe; the next start leaves pages the same, so that their ETags stay valid", async () => {
    const start = await site()
    const etags = async (origin: string) => {
      const found: (string | null)[] = []
      // One after the other: on a busy machine, four first pages at once take longer than the server waits.
      for (const path of ['/', '/features', '/bakery-erp', '/learn-more'])
        found.push((await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } })).headers.get('etag'))
      return found
    }
    const first = start()
    const url = await first.url()
    const stored = /^The password is in (\S+)\. The first login deletes this file\.$/
    const events = first.output.map((line) => JSON.parse(line))
    const [, , { text }] = events
    expect(events).toMatchObject([
      { level: 'info', event: 'started' },
      { level: 'info', event: 'hint given', text: 'Administrator: admin@testery.example' },
      { level: 'info', event: 'hint given', text: expect.stringMatching(stored) },
      { level: 'info', event: 'listening', url },
    ])
    expect(events.every(({ time }) => !Number.isNaN(Date.parse(time)))).toBe(true)
    const password = await Bun.file(stored.exec(text)?.[1] ?? '').text()
    expect(password).toMatch(/^\S{24}\n$/)
    expect(first.output.join('\n')).not.toContain(password.trim())
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const before = await etags(url)
    expect(before.filter(Boolean)).toHaveLength(4)
    first.child.kill()
    await first.child.exited
    const second = start()
    expect(second.output).toEqual([])
    expect(await second.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(second.output.map((line) => JSON.parse(line).event)).toEqual(['started', 'listening'])
    expect(await etags(await second.url())).toEqual(before)
  })

  const wrong: [string, Record<string, string>, Record<string, string>, string][] = [
    ['a broken site.yml', { 'site.yml': 'name: [' }, {}, 'site.yml'],
    ['a wrong variable', {}, { PORT: 'three thousand' }, 'PORT must be a number from 0 to 65535.'],
    ['a content folder that is not there', {}, { CONTENT_DIR: '/nowhere' }, '/nowhere'],
  ]
  test.each(isFullRun ? wrong : wrong.slice(0, 1))(
    'exits with code 1 and one sentence, in lines of JSON only, for %s',
    async (_, files, env, sentence) => {
      const started = (await site(files))(env)
      const reason = await failureOf(started)
      expect(reason).toInclude(sentence)
      expect(reason.split('\n')).toHaveLength(1)
      await expect(started.until(() => false)).rejects.toThrow('The process ended')
      for (const line of started.output.filter(Boolean)) expect(JSON.parse(line)).toBeObject()
    },
  )

  test('exits with a sentence when the port is in use', async () => {
    const other = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
    atEnd(() => other.stop(true))
    const started = (await site())({ PORT: String(other.port) })
    expect(await failureOf(started)).toBe(`Port ${other.port} is in use. Set PORT to another one.`)
  })
})

describe('shutdown', () => {
  // The next test also begins with SIGINT.
  test.each(isFullRun ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const))(
    'on %s, even if it arrives several times, completes a pending request, accepts no new one, and exits with 0',
    async (signal) => {
      const { child, url, until, output } = (await site())({ ADMIN_PASSWORD: 'correct horse battery' })
      const { port } = new URL(await url())
      const body = JSON.stringify({ email: 'admin@testery.example', password: 'correct horse battery' })
      const half = await halfSent(Number(port), body)
      child.kill(signal)
      child.kill('SIGTERM')
      await until((line) => line.includes('"event":"closing"'))
      child.kill('SIGINT')
      await eventually(() => isRejected(`http://127.0.0.1:${port}/healthz`), Boolean)
      expect(await half.finish()).toStartWith('HTTP/1.1 200 OK')
      await until((line) => line.includes('"event":"stopped"'))
      expect(await child.exited).toBe(0)
      // The first pages were being rendered.
      expect(output.filter((line) => line.includes('"level":"error"'))).toEqual([])
    },
  )

  test('tells proxies first, for as long as SHUTDOWN_DELAY says, and serves everything meanwhile; it is immediate on a signal more than a second later', async () => {
    const { child, url, until } = (await site())({ SHUTDOWN_DELAY: '60' })
    const origin = await url()
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    await halfSent(Number(new URL(origin).port), '{"never":"finished"}')
    child.kill('SIGINT')
    await until((line) => line.includes('"event":"closing"'))
    const ready = await fetch(`${origin}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'closing' }])
    const [page, alive] = await Promise.all(['/features', '/healthz'].map((path) => fetch(origin + path)))
    expect([page?.status, alive?.status]).toEqual([200, 200])
    await eventually(
      () => {
        child.kill('SIGTERM')
        return child.exitCode
      },
      (code) => code !== null,
    )
    expect(child.exitCode).toBe(1)
  })
})

const isRejected = (url: string) =>
  fetch(url).then(
    () => false,
    () => true,
  )

/** A login whose body has begun to arrive; `finish` sends the rest and returns the response. */
async function halfSent(port: number, body: string) {
  const socket = connect(port, '127.0.0.1')
  atEnd(async () => socket.destroy())
  socket.on('error', () => {})
  const head = `POST ${adminPaths.login} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
  await new Promise((resolve) => socket.write(head + body.slice(0, 5), resolve))
  // Answered later, so the server has read everything before it.
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
