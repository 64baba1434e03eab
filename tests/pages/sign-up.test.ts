import { describe, expect, test } from 'bun:test'
import { pageCacheKey } from '#server/pages/cache-key.ts'
import { aSite } from '#tests/helpers/cards.ts'
import { aWorld } from './test-pages.ts'

const path = '/pricing/try-for-free'

describe('the sign-up is one page for all tokens (decision 17)', () => {
  test('each has the same bytes, and so the same ETag', async () => {
    const { get } = await aWorld()
    const [one, other] = await Promise.all([get(`${path}/spring_26-b`), get(`${path}/0123456789abcdef?utm_source=x`)])
    expect(await one.text()).toBe(await other.text())
    expect(one.headers.get('etag')).toBe(other.headers.get('etag'))
    expect((await get(`${path}/a?plan=3`)).headers.get('etag')).not.toBe(one.headers.get('etag'))
  })

  test('and says nothing of any: neither of the one asked for, nor of the one it was drawn with', async () => {
    const { text } = await aWorld()
    const page = await text(`${path}/zebra`)
    expect(page).toContain('<input type="hidden" name="token" value=""/>')
    expect(page).not.toMatch(/zebra|try-for-free\/-/)
    expect(page).toContain('<meta name="robots" content="noindex')
  })

  test('a token that cannot be one leads to the page without', async () => {
    const { get } = await aWorld()
    for (const token of ['a.b', 'x'.repeat(129)]) {
      const answer = await get(`${path}/${token}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([301, path])
    }
  })

  test('made-up plans are the page of the first', () => {
    expect(['?plan=77', '?plan=5', ''].map((search) => pageCacheKey(path + search))).toEqual([path, path, path])
    expect(pageCacheKey(`${path}/a-word?plan=4`)).toBe(pageCacheKey(`${path}/another?plan=4`))
    expect(pageCacheKey('/blog?page=2')).toBe('/blog?page=2')
  })
})

describe('a sign-up that ends on another website', () => {
  const formAction = async (trial_redirect: string, at: string) => {
    const { get } = await aWorld({ site: aSite({ trial_redirect }) })
    return /form-action [^;]*/.exec((await get(at)).headers.get('content-security-policy') ?? '')?.[0]
  }

  test('is let through by the policy of the sign-up page alone, to that origin alone', async () => {
    const elsewhere = 'https://app.acme.example:8443/start?from=site'
    for (const at of [path, `${path}/a-word`, `${path}?plan=2`])
      expect(await formAction(elsewhere, at)).toBe("form-action 'self' https://app.acme.example:8443")
    expect(await formAction(elsewhere, '/contact-us')).toBe("form-action 'self'")
  })

  test('a path of this site needs no permission, and nothing slips into the policy', async () => {
    for (const to of ['/welcome', 'https://a.example;script-src *', 'https://', "https://x'y.example"])
      expect(await formAction(to, path)).toBe("form-action 'self'")
  })
})
