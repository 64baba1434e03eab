import { afterAll, describe, expect, test } from 'bun:test'
import { loadLanding } from '#client/app/routing/page-loaders.ts'
import { head as headLanding } from '#client/landing/landing-page.tsx'
import type { CardQuery } from '#contract/api.ts'
import { landingIds } from '#contract/trades.ts'
import { aCard, aList, aSite } from '#tests/helpers/cards.ts'
import { testApp } from '#tests/helpers/test-app.ts'
import { aLanding, landingFile } from './a-landing.ts'

const app = await testApp({ files: { 'landings/bakery-erp.yml': landingFile(), 'landings/importers.yml': 'title: [' } })
afterAll(() => app.close())

describe('the head of a landing page', () => {
  test('names trade, site, canonical URL and questions with answers', () => {
    expect(headLanding({ id: 'bakery-erp', landing: aLanding(), posts: [] }, aSite())).toEqual({
      title: 'Bakery ERP | Acme',
      description: 'Software for bakeries.',
      canonicalPath: '/bakery-erp',
      image: 'bakery-erp',
      questions: [
        { question: 'What does it cost to begin?', answer: 'Nothing.' },
        { question: 'Who sets it up?', answer: 'We do.' },
      ],
    })
  })
})

test('loads its own trade with the posts that have its tag, and handles a missing one', async () => {
  const asked: string[] = []
  const cards = async ({ tag = '' }: CardQuery) => aList([aCard({ id: tag })])
  const landing = async (id: string) => (asked.push(id) === 1 ? aLanding() : undefined)
  const posts = [aCard({ id: 'importers' })]
  expect(await loadLanding('importers')({ landing, cards })).toEqual({ id: 'importers', landing: aLanding(), posts })
  expect(await loadLanding('sauce-erp')({ landing, cards })).toMatchObject({ id: 'sauce-erp', landing: null })
  expect(asked).toEqual(['importers', 'sauce-erp'])
})

describe('a landing page on the server', () => {
  test('exists for a trade with a file', async () => {
    const answer = await app.get('/bakery-erp')
    const html = await answer.text()
    expect([answer.status, html.includes('Testery adds up the orders.')]).toEqual([200, true])
    expect(html).toContain('<title>Bakery ERP | Testery</title>')
    expect(html).not.toMatch(/\sstyle="/)
  })

  test.each(['/importers', '/distributors'])(
    '%s, whose file is invalid or missing, ends at / like every unknown path',
    async (path) => {
      const answer = await app.get(path)
      const html = await answer.text()
      expect(answer.status).toBe(404)
      expect(html).toBe(await (await app.get('/nowhere')).text())
      expect(html).toContain('<meta http-equiv="refresh" content="0; url=/#page-not-found">')
    },
  )

  test('is rendered again when its file changes, and appears when its file does', async () => {
    await app.content.change(async (tx) => {
      for (const id of landingIds) tx.write(`landings/${id}.yml`, landingFile({ title: `About ${id}` }))
    })
    for (const id of landingIds) {
      const answer = await app.get(`/${id}`)
      expect([answer.status, (await answer.text()).includes(`<title>About ${id} | Testery</title>`)]).toEqual([
        200,
        true,
      ])
    }
  })
})
