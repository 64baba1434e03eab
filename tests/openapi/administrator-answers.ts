import { expect, test } from 'bun:test'
import type { Sent } from './asking.ts'

type Ask = (name: string, sent?: Sent) => Promise<Response>

/** The responses about administrators and invitations: `good` asks as the administrator, `ask` as a stranger. */
export function testAdministrators(good: Ask, ask: Ask): void {
  const json = async <Body>(name: string, sent?: Sent): Promise<Body> => (await good(name, sent)).json()

  test('for administrators and invitations', async () => {
    const { id } = await json<{ id: string }>('GET /api/admin/account')
    await good('POST /api/admin/account', { json: { name: 'Ann' } })
    expect((await good('DELETE /api/admin/administrators/{id}', { at: { id } })).status).toBe(409)
    const invited = async (email: string) =>
      (await json<{ path: string }>('POST /api/admin/invitations', { json: { email } })).path.split('#')[1]
    const person = { name: 'Bob', password: 'three sacks of flour', token: await invited('bob@bakery.example') }
    await ask('POST /api/admin/invitations/lookup', { json: { token: person.token } })
    await ask('POST /api/admin/invitations/accept', { json: person })
    await invited('carl@bakery.example')
    const lists = await json<Record<string, { id: string; current?: boolean }[]>>('GET /api/admin/administrators')
    const [invitation] = lists.invitations ?? []
    await good('DELETE /api/admin/invitations/{id}', { at: { id: invitation?.id ?? '' } })
    const other = lists.administrators?.find(({ current }) => !current)
    await good('DELETE /api/admin/administrators/{id}', { at: { id: other?.id ?? '' } })
  })
}
