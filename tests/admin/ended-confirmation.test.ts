import { expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { createPasskeySite, type PasskeySite } from './passkey-site.ts'

const ends = endsOfEachTest()

/** Sends a body that begins to arrive only after `before`, which runs when the session has been checked. */
function sendAfter(site: PasskeySite, path: string, json: unknown, before: () => Promise<unknown>) {
  const body = new ReadableStream(
    {
      async pull(controller) {
        await before()
        controller.enqueue(new TextEncoder().encode(JSON.stringify(json)))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { authorization: `Bearer ${site.token}`, 'content-type': 'application/json' }
  return site.get(path, { method: 'POST', headers, body })
}

const bodies = {
  passkey: async (site: PasskeySite) => ({
    passkey: await site.first.get(await site.optionsOf(adminPaths.passkeyConfirmationOptions)),
  }),
  password: async (site: PasskeySite) => ({ password: site.password() }),
}
const paths = { passkey: adminPaths.passkeyConfirmation, password: adminPaths.confirmation }

test.each(['passkey', 'password'] as const)(
  'a confirmation by %s is 401 in a session that was ended since the request began',
  async (kind) => {
    const site = await createPasskeySite()
    ends.push(site.close)
    const json = await bodies[kind](site)
    let revoked = false
    const answer = await sendAfter(site, paths[kind], json, async () => {
      revoked = (await site.admin('revoke')).code === 0
    })
    expect([revoked, answer.status, await answer.json()]).toEqual([true, 401, { message: 'Please log in.' }])
  },
)
