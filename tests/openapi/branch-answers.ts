import { afterAll, beforeAll, expect, test } from 'bun:test'
import { branchSite } from '#tests/branches/branch-site.ts'
import { firstText, POST } from '#tests/git/saving.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import type { TestApp } from '#tests/helpers/test-app.ts'
import type { Sent } from './asking.ts'

type Ask = (app: TestApp, name: string, sent?: Sent) => Promise<Response>

/** The responses about branches, of a site with a remote. */
export function testBranches(ask: Ask): void {
  const ends: (() => unknown)[] = []
  let site: Awaited<ReturnType<typeof branchSite>>
  beforeAll(async () => {
    site = await branchSite(ends)
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  test('for branches', async () => {
    const good = (name: string, sent: Sent = {}) => ask(site.app, name, { ...sent, token: site.token })
    const status = async (name: string, sent: Sent) => (await good(name, sent)).status
    const query = (fields: Record<string, string>) => ({ query: `?${new URLSearchParams(fields)}` })
    const tip = await site.pushBranch('racks', { 'content/posts/racks.md': aPost() })
    const other = await site.pushBranch('other', { [POST]: firstText.replace('A bake', 'Of the branch') })
    expect((await site.save({ title: 'Of the live site' })).status).toBe(200)
    const [racks, conflict, none] = [
      { name: 'racks', tip },
      { name: 'other', tip: other },
      { name: 'none', tip },
    ]
    await good('GET /api/branches')
    for (const [one, expected] of [
      [racks, 200],
      [conflict, 409],
      [none, 404],
    ] as const)
      expect(await status('GET /api/branches/pages', query({ name: one.name }))).toBe(expected)
    expect(await status('GET /api/branches/pages', {})).toBe(422)
    for (const [one, expected] of [
      [racks, 201],
      [conflict, 409],
      [none, 404],
    ] as const)
      expect(await status('POST /api/branches/previews', { json: { name: one.name } })).toBe(expected)
    for (const expected of [200, 404])
      expect(await status('DELETE /api/branches/previews', query({ name: 'racks' }))).toBe(expected)
    expect(await status('DELETE /api/branches/previews', {})).toBe(422)
    const file = 'posts/a.md'
    for (const [one, expected] of [
      [conflict, 200],
      [{ ...conflict, tip }, 409],
      [racks, 404],
      [{ name: '', tip }, 422],
    ] as const)
      expect(await status('GET /api/branches/conflict', query({ ...one, file }))).toBe(expected)
    for (const [one, expected] of [
      [racks, 200],
      [conflict, 409],
      [none, 404],
    ] as const)
      expect(await status('POST /api/branches/publish', { json: one })).toBe(expected)
    for (const [one, expected] of [
      [{ ...conflict, tip }, 409],
      [conflict, 200],
      [none, 404],
    ] as const)
      expect(await status('DELETE /api/branches', query(one))).toBe(expected)
    expect(await status('DELETE /api/branches', {})).toBe(422)
  })
}
