import { describe, expect, test } from 'bun:test'
import { asLines, contentWith } from '#tests/content/content-dir.ts'

/** The site after `apps` was added to its site.yml. */
async function siteWith(apps: string) {
  const { dir, content } = await contentWith()
  const file = `${dir}/site.yml`
  await Bun.write(file, `${await Bun.file(file).text()}${apps}`)
  await content.reload(['site.yml'])
  const { site, problems } = content.snapshot()
  return { apps: site.apps, problems: asLines(dir, problems) }
}
const nothing = { does: [], requires: [] }

describe('apps in site.yml', () => {
  test('may be left out, in whole or in part', async () => {
    expect((await siteWith('')).apps).toEqual({ driver: nothing, operator: nothing })
    const { apps, problems } = await siteWith('apps:\n  operator:\n    requires: [A tablet]\n')
    expect(apps).toEqual({ driver: nothing, operator: { does: [], requires: ['A tablet'] } })
    expect(problems).toEqual([])
  })

  test.each([
    [
      'a fact without text',
      'apps: { driver: { does: [{ title: Fast }] } }\n',
      /apps\.driver\.does\.0\.text: is missing$/,
    ],
    [
      'seven needs',
      `apps: { driver: { requires: [${'x, '.repeat(7)}] } }\n`,
      /apps\.driver\.requires: must have at most 6 entries$/,
    ],
    ['a need that is no text', 'apps: { operator: { requires: [{}] } }\n', /apps\.operator\.requires\.0/],
  ])('are rejected with %s, and the last good version stays', async (_, text, reason) => {
    const { apps, problems } = await siteWith(text)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(reason)
    expect(apps).toEqual({ driver: nothing, operator: nothing })
  })
})
