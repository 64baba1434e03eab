import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { rawSocket } from '#tests/helpers/raw-socket.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { aRegistration } from '#tests/registration/a-registration.ts'
import { hostileBodies, longFields } from './bodies.ts'
import { smuggled } from './frames.ts'
import { hostileHeads } from './heads.ts'
import { brokenIds, hostileTargets } from './targets.ts'

let app: TestApp
let url: string
beforeAll(async () => {
  app = await testApp({ env: { RATE_LIMITS: 'off' } })
  url = app.listen()
  // Nothing is cached yet, so the first page takes longer.
  for (const path of ['/nothing', '/blog', '/']) await fetch(url + path)
})
afterAll(() => app.close())

/** Enough for a busy machine; a runaway regular expression takes longer. */
const TIMEOUT_MS = 10_000
/** The number of concurrent requests. */
const AT_ONCE = 50
/** What no response may contain: files of this machine, private data, the claimed host or redirect target. */
const SECRET = /root:.*:0:0:|argon2|BEGIN|"dependencies"|\[core\]|evil\.example/

/** Bun itself answers requests that are not HTTP/1.1. */
const NO_SUCH_VERSION = 505
/** For these methods it closes the connection without a response. */
const UNKNOWN_METHOD = /^(?!GET|HEAD|POST|PUT|DELETE|PATCH|OPTIONS|TRACE|CONNECT|PROPFIND)\S+ /
const isFine = (request: string, status: number, closed: boolean) =>
  (status >= 100 && status < 500) || status === NO_SUCH_VERSION || (closed && UNKNOWN_METHOD.test(request))

/** Sends each as raw bytes on its own socket. Returns the problems of the responses. */
async function faultsOf(requests: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  for (let begin = 0; begin < requests.length; begin += AT_ONCE) {
    const some = requests.slice(begin, begin + AT_ONCE)
    const answers = await Promise.all(
      some.map((text) => rawSocket(url, [Buffer.from(text, 'latin1')], { patienceMs: TIMEOUT_MS })),
    )
    for (const [index, { status, text, closedAfterMs }] of answers.entries()) {
      const request = some[index] ?? ''
      const short = JSON.stringify(request.slice(0, 120))
      if (!isFine(request, status, closedAfterMs !== undefined))
        faults.push(`${short} was answered ${JSON.stringify(text.slice(0, 60))}`)
      if (SECRET.test(text)) faults.push(`${short} revealed too much`)
      if ((text.match(/^HTTP\/1\.1 [2-5]/gm) ?? []).length > 1) faults.push(`${short} was answered twice`)
    }
  }
  return faults
}

describe('any request ends with a status below 500 and reveals nothing private', () => {
  const targets = Object.entries(hostileTargets)
  test.each(targets)('for the URL %s', async (_, addresses) => {
    const requests = addresses.flatMap((address) =>
      ['GET', 'HEAD', 'DELETE'].map(
        (method) => `${method} ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      ),
    )
    expect(await faultsOf(requests)).toEqual([])
  })

  test.each(Object.entries(hostileHeads))('for the request head %s', async (_, requests) => {
    expect(await faultsOf(requests)).toEqual([])
  })

  test('when its body length is ambiguous or wrong, which never starts a second request', async () => {
    expect(await faultsOf(smuggled)).toEqual([])
  })

  test("with a hostile body and the administrator's token", async () => {
    expect(await faultsOf(hostileBodies(await app.login()))).toEqual([])
  })

  test('with a field of maximum length in every form', async () => {
    const message = { name: 'Ann', email: 'ann@bakery.example', phone: '', company: '', message: 'Hello' }
    const fields = [
      ...longFields(aRegistration(), apiPaths.register),
      ...longFields(message, apiPaths.contactMessages),
      ...longFields({ email: 'ann@bakery.example', password: 'x' }, adminPaths.login),
    ]
    expect(await faultsOf(fields)).toEqual([])
  })

  test("with an undecodable id in every endpoint, with the administrator's token", async () => {
    expect(await faultsOf(brokenIds(await app.login()))).toEqual([])
  })

  test('and logs no error and leaves no files', async () => {
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect(app.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})
