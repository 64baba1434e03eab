import { describe, expect, test } from 'bun:test'
import { landingIds } from '#contract/trades.ts'
import { findLanding } from '#server/content/snapshot/landing.ts'
import { asLines, contentWith, type Given } from '#tests/content/content-dir.ts'
import { aLanding, landingFile } from './a-landing.ts'

const FILE = 'landings/bakery-erp.yml'

async function landingsOf(files: Given) {
  const { dir, content } = await contentWith(files)
  const find = (id: string) => findLanding(content.snapshot(), id)
  return { find, problems: asLines(dir, content.snapshot().problems) }
}

describe('a landing page file', () => {
  test("is returned as written, with the product's name of site.yml", async () => {
    const { find, problems } = await landingsOf({ [FILE]: landingFile() })
    const { hero } = aLanding()
    expect(find('bakery-erp')).toEqual(aLanding({ hero: { ...hero, lead: 'Example adds up the orders.' } }))
    expect(problems).toEqual([])
  })

  test('inserts the name unchanged, whatever its characters', async () => {
    const site = (await contentWith()).content.snapshot().site
    const entry = { id: 'importers', file: 'landings/importers.yml', revision: '1', landing: aLanding() }
    const snapshot = { ...(await contentWith()).content.snapshot(), landings: new Map([['importers', entry]]) }
    const named = { ...snapshot, site: { ...site, name: '$&' } }
    expect(findLanding(named, 'importers')?.hero.lead).toBe('$& adds up the orders.')
  })
})

describe('an invalid landing page file affects only its page', () => {
  const [, ...others] = landingIds
  const good = Object.fromEntries(others.map((id) => [`landings/${id}.yml`, landingFile()]))
  const { pains, hero } = aLanding()
  const cases: [string, string, string][] = [
    ['no text at all', '', 'the file is empty'],
    ['broken YAML', 'title: [\n', 'Flow sequence in block collection must be sufficiently indented and end with a ]'],
    ['a list', '- title\n', `this must be a list of \`key: value\` lines`],
    ['no headline', landingFile().replace(/ {2}headline:.*\n/, ''), 'hero.headline: is missing'],
    [
      'one pain',
      landingFile({ pains: { ...pains, list: pains.list.slice(1) } }),
      'pains.list: must have at least 2 entries',
    ],
    [
      'four lower crates',
      landingFile({ hero: { ...hero, days: hero.days.slice(1) } }),
      'hero.days: must have at least 5 entries',
    ],
    [
      'goods that we cannot draw',
      landingFile().replace('- loaf', '- fish'),
      'hero.goods.0: must be one of loaf, bottle, jar, container, carton',
    ],
    [
      'a heading that would fill a page',
      landingFile({ closing: { title: 'x'.repeat(81), text: 'x' } }),
      'closing.title: must be at most 80 characters long',
    ],
    ['an empty sentence', landingFile({ setup: ['Your products', '  '] }), 'setup.1: must not be empty'],
  ]
  for (const [what, text, reason] of cases) {
    test(what, async () => {
      const { find, problems } = await landingsOf({ ...good, [FILE]: text })
      expect(problems.map((one) => one.replace(/:\d+:\d+ /, ': '))).toEqual([`${FILE}: ${reason}`])
      expect(landingIds.filter((id) => find(id))).toEqual(others)
    })
  }

  test('and is reported with its position', async () => {
    const { problems } = await landingsOf({ [FILE]: landingFile().replace('show: board', 'show: film') })
    const line = landingFile().split('\n').indexOf('  show: board') + 1
    expect(problems).toEqual([`${FILE}:${line}:9 screen.show: must be one of board, clients, order, receivables`])
  })

  test('and leaves the trade without a page', async () => {
    const { find, problems } = await landingsOf({ 'landings/fishmongers.yml': landingFile() })
    expect(find('fishmongers')).toBeUndefined()
    expect(problems).toEqual([
      'landings/fishmongers.yml:1:1 there are pages only for bakery-erp, milk-distribution, sauce-erp, importers, distributors',
    ])
  })

  test('and keeps its last good version when it becomes invalid later', async () => {
    const { content, dir } = await contentWith({ [FILE]: landingFile() })
    await Bun.write(`${dir}/${FILE}`, 'title: [')
    await content.reload([FILE])
    const now = content.snapshot()
    expect([now.landings.get('bakery-erp')?.landing.title, now.problems.length]).toEqual(['Bakery ERP', 1])
  })
})
