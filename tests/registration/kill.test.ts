import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { type Site, startSite } from '#tests/helpers/site.ts'
import { another } from './a-registration.ts'

const KILLS = 4
const AT_ONCE = 10
/** How many answers are waited for before the next kill: it comes in the middle of all the others. */
const ANSWERS_PER_LIFE = 6

/** One company after the other, until the server is gone. A name stands in `acknowledged` once its answer came. */
async function signUp(site: Site, names: () => string, acknowledged: (name: string) => void) {
  for (;;) {
    const name = names()
    const answer = await fetch(site.url + apiPaths.register, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(another(name)),
    }).catch(() => undefined)
    if (!answer) return
    expect([answer.status, await answer.text().catch(() => '/welcome')]).toEqual([200, '/welcome'])
    acknowledged(`username-${name}`)
  }
}

test('kill -9 under concurrent sign-ups: every acknowledged one is there once, and every line is whole', async () => {
  const site = await startSite({ RATE_LIMITS: 'off' })
  try {
    const acknowledged: string[] = []
    let count = 0
    for (let life = 1; life <= KILLS; life++) {
      const enough = Promise.withResolvers<void>()
      const noted = (name: string) => {
        acknowledged.push(name)
        if (acknowledged.length >= life * ANSWERS_PER_LIFE) enough.resolve()
      }
      const companies = Array.from({ length: AT_ONCE }, () => signUp(site, () => String(++count), noted))
      await enough.promise
      await site.kill()
      await Promise.all(companies)
      await site.start()
    }
    const lines = (await readFile(join(site.storage, 'private', 'registrations.jsonl'), 'utf8')).split('\n')
    expect(lines.pop()).toBe('')
    const stored = lines.map((line) => String(JSON.parse(line).username))
    expect(new Set(stored).size).toBe(stored.length)
    expect(acknowledged.filter((name) => !stored.includes(name))).toEqual([])
    const again = another(acknowledged[0]?.replace('username-', '') ?? '')
    const answer = await fetch(site.url + apiPaths.register, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(again),
    })
    expect(answer.status).toBe(200)
  } finally {
    await site.close()
  }
}, 120_000)
