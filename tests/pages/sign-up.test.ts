import { describe, expect, test } from 'bun:test'
import { pageCacheKey } from '#server/pages/render-page.tsx'
import { aSite } from '#tests/helpers/cards.ts'
import { aWorld } from './test-pages.ts'

const path = '/pricing/try-for-free'

describe('the sign-up page for all tokens', () => {
  test('has the same bytes and ETag', async () => {
    const { get } = await aWorld()
    const [one, other] = await Promise.all([get(`${path}/spring_26-b`), get(`${path}/0123456789abcdef?utm_source=x`)])
    expect(await one.text()).toBe(await other.text())
    expect(one.headers.get('etag')).toBe(other.headers.get('etag'))
    expect((await get(`${path}/a?plan=3`)).headers.get('etag')).not.toBe(one.headers.get('etag'))
  })

  test('contains no token, neither of the request nor of the render', async () => {
    const { text } = await aWorld()
    const page = await text(`${path}/zebra`)
    expect(page).toContain('<input type="hidden" name="token" value=""/>')
    expect(page).not.toMatch(/zebra|try-for-free\/-/)
    expect(page).toContain('<meta name="robots" content="noindex')
  })

  test('redirects an invalid token to the page without one', async () => {
    const { get } = await aWorld()
    for (const token of ['a.b', 'x'.repeat(129)]) {
      const answer = await get(`${path}/${token}`)
      expect([answer.status, answer.headers.get('location')]).toEqual([301, path])
    }
  })

  test('ignores an invalid plan', () => {
    expect(['?plan=77', '?plan=5', ''].map((search) => pageCacheKey(path + search))).toEqual([path, path, path])
    expect(pageCacheKey(`${path}/a-word?plan=4`)).toBe(pageCacheKey(`${path}/another?plan=4`))
    expect(pageCacheKey('/blog?page=2')).toBe('/blog?page=2')
  })
})

describe('a sign-up that redirects to another website', () => {
  const formAction = async (trial_redirect: string, at: string) => {
    const { get } = await aWorld({ site: aSite({ trial_redirect }) })
    return /form-action [^;]*/.exec((await get(at)).headers.get('content-security-policy') ?? '')?.[0]
  }

  test('is allowed by the policy of the sign-up page only, for that origin only', async () => {
    const elsewhere = 'https://app.acme.example:8443/start?from=site'
    for (const at of [path, `${path}/a-word`, `${path}?plan=2`])
      expect(await formAction(elsewhere, at)).toBe("form-action 'self' https://app.acme.example:8443")
    expect(await formAction(elsewhere, '/contact-us')).toBe("form-action 'self'")
  })

  test('needs no permission for a path of this site, and cannot inject into the policy', async () => {
    for (const to of ['/welcome', 'https://a.example;script-src *', 'https://', "https://x'y.example"])
      expect(await formAction(to, path)).toBe("form-action 'self'")
  })
})
