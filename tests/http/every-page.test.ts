import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths } from '#contract/paths.ts'
import { serverErrorPage } from '#server/pages/error-pages.ts'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { type Case, env, numberless, page, previewed, questions, summaryOf, unkept } from './kinds-of-response.ts'

let app: TestApp
let questioner: ReturnType<typeof questions>
let preview = ''
beforeAll(async () => {
  const files = {
    'posts/shown.html': aPost({ title: 'Shown', aliases: ['old-name'] }),
    'posts/hidden.html': aPost({ title: 'Hidden', draft: true }),
  }
  app = await testApp({ files, env: { ...env, CAPTCHA: 'on' } })
  questioner = questions(app)
  const link = await app.send('POST', adminPaths.previews('hidden'), { token: await app.login() })
  preview = (await link.json()).path
})
afterAll(() => app.close())

/** Its editor shows previews in a frame. */
const adminPage = {
  ...page,
  'content-security-policy': page['content-security-policy'].replace(
    "frame-ancestors 'none'",
    "frame-ancestors 'none'; frame-src 'self'",
  ),
}
const html = { accept: 'text/html' }
const form = { method: 'POST', headers: { ...html, 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' }

const pages: Case[] = [
  ['a page', () => ({ path: '/blog' }), 200, page],
  ['a post', () => ({ path: '/blog/shown' }), 200, page],
  ['the prices as a page', () => ({ path: '/pricing', headers: html }), 200, page],
  ['an admin page', () => ({ path: '/admin/blog' }), 200, adminPage],
  ['a cached page', () => ({ path: '/blog' }), 200, numberless(page)],
  ['a page asked for by HEAD', () => ({ path: '/blog', method: 'HEAD' }), 200, page],
  [
    'a page that the browser has',
    async () => ({ path: '/blog', headers: { 'if-none-match': await questioner.etagOf('/blog') } }),
    304,
    numberless(page),
  ],
  ['a missing post', () => ({ path: '/blog/nothing' }), 404, page],
  ['an unknown address', () => ({ path: '/nothing' }), 404, page],
  ['an address that is none', () => ({ path: '/%zz' }), 404, page],
  ['a static file that is not there', () => ({ path: '/static/nothing.woff2' }), 404, page],
  ['an old address', () => ({ path: '/blog/old-name' }), 301, page],
  ['a slash too many', () => ({ path: '/blog/' }), 301, page],
  ['a preview', () => ({ path: preview }), 200, previewed],
  ['a preview link that opens nothing', () => ({ path: '/preview/guessed' }), 404, previewed],
  ['a rejected sign-up without JavaScript', () => ({ path: apiPaths.register, ...form }), 422, unkept],
  ['a rejected message without JavaScript', () => ({ path: apiPaths.contactMessages, ...form }), 422, unkept],
]

describe('the exact headers of every page response, redirects and missing pages included', () => {
  test.each(pages)('%s', async (_, asked, status, said) => {
    expect(await questioner.said(await asked())).toEqual({ status, ...said })
  })

  test('for a page that failed to render', () => {
    expect(summaryOf(serverErrorPage({ strictTransport: 'max-age=31536000' }))).toEqual({
      status: 500,
      ...numberless(unkept),
    })
  })
})
