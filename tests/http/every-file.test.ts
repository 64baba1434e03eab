import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { aPost } from '#tests/helpers/small-content.ts'
import { type TestApp, testApp } from '#tests/helpers/test-app.ts'
import { built, type Case, call, env, page, questions, read, stored } from './kinds-of-response.ts'

let app: TestApp
let questioner: ReturnType<typeof questions>

const HASHED = '/storage/posts/0123456789abcdef0123456789abcdef-1600x900.webp'
const PDF = '/storage/documents/terms.pdf'

beforeAll(async () => {
  app = await testApp({ env, files: { 'posts/dough.html': aPost() } })
  for (const path of [HASHED, PDF])
    await Bun.write(join(app.dir, path.replace('/storage/', 'storage/public/')), 'bytes')
  questioner = questions(app)
})
afterAll(() => app.close())

const files: Case[] = [
  ['a picture', () => ({ path: HASHED }), 200, stored('image/webp', 'public, max-age=31536000, immutable')],
  ['a document', () => ({ path: PDF }), 200, stored('application/pdf')],
  ['a part of it', () => ({ path: PDF, headers: { range: 'bytes=0-3' } }), 206, stored('application/pdf')],
  [
    'one that the browser has',
    async () => ({ path: PDF, headers: { 'if-none-match': await questioner.etagOf(PDF) } }),
    304,
    stored('application/pdf'),
  ],
  ['a part that is none', () => ({ path: PDF, headers: { range: 'bytes=99-' } }), 416, stored('application/pdf')],
  ['one that is not there', () => ({ path: '/storage/nothing.png' }), 404, call],
  ['one that is written to', () => ({ path: PDF, method: 'PUT' }), 405, call],
  [
    'code',
    async () => ({ path: await questioner.firstIn('/blog', /\/code\/[\w.-]+\.js/) }),
    200,
    built('text/javascript; charset=utf-8'),
  ],
  [
    'a font',
    async () => ({ path: await questioner.firstIn('/blog', /\/static\/[\w.-]+\.woff2/) }),
    200,
    built('font/woff2'),
  ],
  [
    'the drawing in the tab',
    async () => ({ path: await questioner.firstIn('/blog', /\/static\/favicon[\w.-]+\.svg/) }),
    200,
    built('image/svg+xml'),
  ],
  ['the icon of old', () => ({ path: '/favicon.ico' }), 200, built('image/x-icon', 'public, max-age=86400')],
  ['the feed', () => ({ path: '/feed.xml' }), 200, read('application/atom+xml; charset=utf-8')],
  [
    'the feed asked for by HEAD',
    () => ({ path: '/feed.xml', method: 'HEAD' }),
    200,
    read('application/atom+xml; charset=utf-8'),
  ],
  [
    'a feed that the reader has',
    async () => ({ path: '/feed.xml', headers: { 'if-none-match': await questioner.etagOf('/feed.xml') } }),
    304,
    read('application/atom+xml; charset=utf-8'),
  ],
  ['the other feed', () => ({ path: '/feed.json' }), 200, read('application/feed+json; charset=utf-8')],
  [
    'a category’s feed',
    () => ({ path: '/blog/category/production/feed.xml' }),
    200,
    read('application/atom+xml; charset=utf-8'),
  ],
  ['a feed of nothing', () => ({ path: '/blog/tag/nothing/feed.xml' }), 404, call],
  ['a feed that is written to', () => ({ path: '/feed.xml', method: 'POST' }), 405, call],
  ['a feed’s old address', () => ({ path: '/rss.xml' }), 301, page],
  ['the sitemap', () => ({ path: '/sitemap.xml' }), 200, read('application/xml; charset=utf-8')],
  ['what crawlers ask first', () => ({ path: '/robots.txt' }), 200, read('text/plain; charset=utf-8')],
  ['the web manifest', () => ({ path: '/site.webmanifest' }), 200, built('application/manifest+json', 'no-cache')],
]

describe('the exact headers of every file response, missing files included', () => {
  test.each(files)('%s', async (_, asked, status, said) => {
    expect(await questioner.said(await asked())).toEqual({ status, ...said })
  })
})
