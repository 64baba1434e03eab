import { expect, test } from 'bun:test'
import type { CodeSetup } from '#contract/codes.ts'
import { codeOf } from '#tests/admin/shell.ts'
import type { Sent } from './asking.ts'

type Ask = (name: string, sent?: Sent) => Promise<Response>

const SET_UP = 'POST /api/admin/codes/setup'
const ON = 'POST /api/admin/codes'
const OFF = 'DELETE /api/admin/codes'
const RENEW = 'POST /api/admin/codes/recovery'

/** The responses about codes of an authenticator app, as the administrator. */
export function testCodes(good: Ask, now: () => Date): void {
  test('for codes of an authenticator app', async () => {
    const { setup, url }: CodeSetup = await (await good(SET_UP)).json()
    const json = { setup, code: codeOf(url, now()) }
    const statuses = []
    for (const name of [OFF, RENEW, ON, ON, SET_UP, RENEW, OFF]) {
      const { status } = await good(name, name === ON ? { json } : {})
      statuses.push(status)
    }
    expect(statuses).toEqual([409, 409, 200, 409, 409, 200, 200])
  })
}
