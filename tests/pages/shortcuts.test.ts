import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { SiteSchema } from '#contract/site.ts'
import { shortcutOf } from '#server/content/shortcuts.ts'
import { aPost, smallContent } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'

const LOGIN = 'https://app.crumbs.example/login'

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    files: {
      'site.yml': `${smallContent['site.yml']}login_url: ${LOGIN}\n`,
      'posts/how-we-demo.md': aPost({ permalink: '/demo/' }),
    },
  })
})
afterAll(() => app.close())

describe('a path that people guess', () => {
  test.each([
    ['/price', '/pricing'],
    ['/prices', '/pricing'],
    ['/Prices/', '/pricing'],
    ['/register', '/pricing/try-for-free'],
    ['/signup', '/pricing/try-for-free'],
    ['/register?plan=2&utm_source=mail', '/pricing/try-for-free?plan=2&utm_source=mail'],
    ['/trades', '/#trades'],
    ['/trades/?utm_source=mail', '/?utm_source=mail#trades'],
  ])('%s redirects permanently to %s', async (path, location) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await app.get(path, { method })
      expect([answer.status, answer.headers.get('location')]).toEqual([301, location])
    }
  })

  test('/login redirects to login_url of site.yml, for now, without the query', async () => {
    const answer = await app.get('/login?next=https://evil.example')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, LOGIN])
  })

  test('stays the former URL of a post that had it', async () => {
    const answer = await app.get('/demo/')
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/blog/how-we-demo'])
  })

  test.each(['//prices', '/prices/x', '/pric%65s', '/price.html', '/logins', '/login/x', '/constructor'])(
    'is not %s',
    async (path) => expect((await app.get(path)).status).toBe(404),
  )

  test('is unknown for /login on a site without login_url', () => {
    expect(shortcutOf('/login', '', undefined)).toBeUndefined()
  })
})

describe('login_url', () => {
  const read = (login_url: unknown) => {
    const { success, issues } = v.safeParse(SiteSchema.entries.login_url, login_url)
    return success || issues[0].message
  }

  test.each([undefined, LOGIN, 'HTTPS://app.crumbs.example'])('can be %s', (url) => expect(read(url)).toBe(true))

  test.each([
    'http://app.crumbs.example/login',
    '//app.crumbs.example',
    '/login',
    'javascript:alert(1)',
    'https://crumbs.example/admin/login',
    'https://crumbs.example/admin/',
    '',
  ])('cannot be “%s”', (url) => expect(read(url)).toBeString())
})
