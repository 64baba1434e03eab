import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { pageTextIds } from '#contract/page-texts.ts'
import { SiteSchema } from '#contract/site.ts'
import { schemaFiles, written } from '#server/content/json-schemas.ts'
import { findFences } from '#server/text/front-matter/front-matter.ts'
import { follows } from './schema-check.ts'

const schemas = schemaFiles()
const schemaOf = (name: string) => schemas.get(name) ?? false

/** The schema of each kind of file, as in README and editor settings. */
const globs: [string, string][] = [
  ['post', 'posts/**/*.{md,html}'],
  ['category', 'categories/*.yml'],
  ['tag', 'tags/*.yml'],
  ['author', 'authors/*.yml'],
  ['landing', 'landings/*.yml'],
  ...pageTextIds.map((id): [string, string] => [`page-${id}`, `pages/${id}.yml`]),
  ['site', 'site.yml'],
  ['plans', 'plans.yml'],
]

async function dataIn(file: string): Promise<unknown> {
  const text = await Bun.file(join('content', file)).text()
  if (!file.startsWith('posts/')) return parse(text)
  const { headStart, headEnd } = findFences(text)
  return parse(text.slice(headStart, headEnd))
}

describe('the JSON Schemas for editors', () => {
  test('are up to date with the contract; otherwise run: bun run schemas', async () => {
    for (const [name, schema] of schemas) {
      expect(await Bun.file(`content/.schemas/${name}.json`).text(), name).toBe(written(schema))
    }
  })

  for (const [name, glob] of globs.filter(([, one]) => !one.startsWith('pages/'))) {
    test(`accept the content of the repository by ${name}.json`, async () => {
      const files = await Array.fromAsync(new Bun.Glob(glob).scan('content'))
      expect(files.length).toBeGreaterThan(0)
      const wrong: string[] = []
      for (const file of files) if (!follows(schemaOf(name), await dataIn(file))) wrong.push(file)
      expect(wrong).toEqual([])
    })
  }

  test('reject what the server rejects', () => {
    expect(follows(schemaOf('post'), { date: '2024-01-02' })).toBe(false)
    expect(follows(schemaOf('post'), { title: 'x', tags: 'a, b', lastmod: '2024-01-02', other: 1 })).toBe(true)
    expect(follows(schemaOf('post'), { title: 'x', draft: 'maybe' })).toBe(false)
    expect(follows(schemaOf('category'), { name: '' })).toBe(false)
    expect(follows(schemaOf('author'), { biography: 'x' })).toBe(false)
    expect(follows(schemaOf('plans'), { plans: [] })).toBe(false)
    expect(follows(schemaOf('landing'), {})).toBe(false)
    expect(follows(schemaOf('page-home'), { hero: { headline: 'x' } })).toBe(true)
    expect(follows(schemaOf('page-home'), { hero: { headlines: 'x' } })).toBe(false)
  })

  test('accept a response time of contacts, but no empty one', async () => {
    const site = parse(await Bun.file('content/site.yml').text())
    const withTime = (response_time: string) => ({ ...site, contact: { ...site.contact, response_time } })
    const times = ['within one business day', '', 'x'.repeat(61)]
    expect(times.map((time) => follows(schemaOf('site'), withTime(time)))).toEqual([true, false, false])
    expect(times.map((time) => v.is(SiteSchema, withTime(time)))).toEqual([true, false, false])
  })

  test('are referenced by the editor settings', async () => {
    const settings: { 'yaml.schemas': Record<string, string> } = await Bun.file('.vscode/settings.json').json()
    const data = globs.filter(([name]) => name !== 'post')
    expect(Object.entries(settings['yaml.schemas'])).toEqual(
      data.map(([name, glob]) => [`./content/.schemas/${name}.json`, `content/${glob}`]),
    )
  })
})
