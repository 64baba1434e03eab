import { afterEach, expect, test } from 'bun:test'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { another } from '#tests/registration/a-registration.ts'
import { endAll, site } from './real-process.ts'

const FAILING = ['--preload', './tests/health/failing.ts']
afterEach(endAll)

test('an unhandled rejection is logged once, and the site goes on; an uncaught exception is logged once and ends the process, with acknowledged data on disk', async () => {
  const { child, dir, output: said, url, until } = (await site())({ RATE_LIMITS: 'off' }, FAILING)
  const address = await url()
  const errors = () => said.filter((line) => line.includes('"level":"error"'))
  child.kill('SIGUSR1')
  await until((line) => line.includes('unhandled rejection'))
  for (const path of ['/healthz', '/readyz', '/']) expect((await fetch(address + path)).status).toBe(200)
  const acknowledged: string[] = []
  let number = 0
  const client = async () => {
    for (;;) {
      const company = another(++number)
      const answer = await signUp(address, company).catch(() => undefined)
      if (!answer) return
      if (answer.status === 200) acknowledged.push(String(company.username))
      if (acknowledged.length === 3) child.kill('SIGUSR2')
    }
  }
  await Promise.all([client(), client()])
  expect(await child.exited).toBe(1)
  await until((line) => line.includes('uncaught exception'))
  expect(errors()).toEqual([
    expect.stringContaining('unhandled rejection'),
    expect.stringContaining('uncaught exception'),
  ])
  const stored = await Bun.file(join(dir, 'storage', 'private', 'registrations.jsonl')).text()
  expect(acknowledged.length).toBeGreaterThanOrEqual(3)
  expect(acknowledged.filter((username) => !stored.includes(`"${username}"`))).toEqual([])
})

const signUp = (address: string, company: Record<string, unknown>) =>
  fetch(address + apiPaths.register, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(company),
    keepalive: false,
  })
