import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { another } from '#tests/registration/a-registration.ts'
import { endAll, site } from './real-process.ts'

const FAILING = ['--preload', './tests/health/failing.ts']
afterEach(endAll)

test('an uncaught exception is logged once and ends the process; acknowledged data is on disk', async () => {
  const { child, dir, output: said, url, until } = (await site())({ RATE_LIMITS: 'off' }, FAILING)
  const address = await url()
  const acknowledged: string[] = []
  let number = 0
  const client = async () => {
    for (;;) {
      const company = another(++number)
      const answer = await signUp(address, company).catch(() => undefined)
      if (!answer) return
      if (answer.status === 200) acknowledged.push(String(company.username))
      if (acknowledged.length === 5) child.kill('SIGUSR2')
    }
  }
  await Promise.all([client(), client(), client()])
  expect(await child.exited).toBe(1)
  await until((line) => line.includes('uncaught exception'))
  expect(said.filter((line) => line.includes('"level":"error"'))).toHaveLength(1)
  const stored = await Bun.file(join(dir, 'storage', 'private', 'registrations.jsonl')).text()
  expect(acknowledged.length).toBeGreaterThanOrEqual(5)
  expect(acknowledged.filter((username) => !stored.includes(`"${username}"`))).toEqual([])
})

test('an unhandled rejection is logged once, and the site goes on', async () => {
  const { child, output: said, url, until } = (await site())({}, FAILING)
  const address = await url()
  child.kill('SIGUSR1')
  await until((line) => line.includes('unhandled rejection'))
  for (const path of ['/healthz', '/readyz', '/']) expect((await fetch(address + path)).status).toBe(200)
  child.kill()
  expect(await child.exited).toBe(0)
  expect(said.filter((line) => line.includes('"level":"error"'))).toHaveLength(1)
})

const signUp = (address: string, company: Record<string, unknown>) =>
  fetch(address + apiPaths.register, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(company),
    keepalive: false,
  })
