import { afterEach, describe, expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeSite } from '#server/content/files/decode-file.ts'
import { rulesMissing, withRules } from '#server/import/source/old-url-rules.ts'
import { anImport } from './importing.ts'

const post = (title: string) => `---\ntitle: ${title}\ndate: 2024-05-06\n---\n\nText.\n`
const sections = (count: number) => Array.from({ length: count }, (_, at) => `section-${at}`)
const hugoSite = (names: readonly string[], config = 'baseURL = "https://old.example/"\n') => ({
  'hugo.toml': config,
  ...Object.fromEntries(names.map((name) => [`content/${name}/bread.md`, post(`Bread of ${name}`)])),
})

let place: Awaited<ReturnType<typeof anImport>>
afterEach(() => place.remove())

const site = async () => decodeSite(await place.text('site.yml'))

describe('importing a site with many sections', () => {
  test('keeps posts of one name apart, and redirects each section by its own rule', async () => {
    const names = sections(11)
    place = await anImport(
      hugoSite(names, 'baseURL = "https://old.example/"\n[permalinks]\nsection-0 = "/s/:year/:slug/"\n'),
    )
    const { plan, report } = await place.import()
    expect(plan.states).toMatchObject({ live: 11, rejected: 0 })
    expect(report?.written.added).toBe(11)
    const { old_permalinks, old_folder_permalinks } = await site()
    expect(old_permalinks).toEqual([])
    expect(old_folder_permalinks['section-0']).toBe('/s/:year/:slug/')
    expect(old_folder_permalinks['section-10']).toBe('/section-10/:sections/:slug/')
    expect(await place.text('posts/section-3/bread.md')).toContain('Bread of section-3')
    expect(await place.git('status', '--porcelain')).toBe('')
    const again = await place.import()
    expect(again.plan).toMatchObject({ actions: { add: 0, same: 11 }, permalinks: [] })
  })

  test('writes a rule for each of a thousand sections', async () => {
    place = await anImport({})
    const rules = sections(1_000).map((name) => ({ folder: `old/${name}`, pattern: `/${name}/:sections/:slug/` }))
    const text = withRules(await place.text('site.yml'), rules)
    expect(Object.keys(decodeSite(text).old_folder_permalinks)).toHaveLength(1_000)
    expect(rulesMissing(rules, decodeSite(text))).toEqual([])
  })

  test('brings a rule that names folders along with --into', async () => {
    place = await anImport(hugoSite(['posts']))
    await place.import('--into=old')
    expect((await site()).old_folder_permalinks).toEqual({ old: '/posts/:sections/:slug/' })
  })

  test('leaves a folder the rule that it has', async () => {
    place = await anImport(hugoSite(['posts', 'news']))
    await place.edit('site.yml', `${await place.text('site.yml')}old_folder_permalinks: { news: /mine/:slug/ }\n`)
    const { plan } = await place.import()
    expect(plan.permalinks).toEqual(['posts: /posts/:sections/:slug/'])
    expect((await site()).old_folder_permalinks).toEqual({
      news: '/mine/:slug/',
      posts: '/posts/:sections/:slug/',
    })
  })
})

describe('rules of old URLs that cannot be written', () => {
  const full = JSON.stringify(Array.from({ length: 100 }, (_, at) => `/rule-${at}/:slug/`))
  const files = async () => (await readdir(join(place.dir, 'content'), { recursive: true })).sort()

  test('stop an import before it writes anything, where site.yml has no room for them', async () => {
    place = await anImport(hugoSite(['posts']))
    await place.edit('site.yml', `${await place.text('site.yml')}old_permalinks: ${full}\n`)
    const before = await files()
    await expect(place.import()).rejects.toThrow('site.yml cannot take 1 further rules')
    expect(await files()).toEqual(before)
  })

  test('let the import say what is on the site already, where they come in between', async () => {
    const posts = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`content/posts/p${at}.md`, post(`P ${at}`)]),
    )
    place = await anImport({ 'hugo.toml': '', ...posts })
    const text = await place.text('site.yml')
    const signal = Object.assign(new AbortController().signal, {
      throwIfAborted() {
        if (existsSync(join(place.dir, 'content/posts/p0.md')))
          writeFileSync(join(place.dir, 'content/site.yml'), `${text}old_permalinks: ${full}\n`)
      },
    })
    await expect(place.run(['--yes'], undefined, signal)).rejects.toThrow(
      /^The import stopped after \d+ of 60 posts, which are on the site now: start the same import again to write the others\. /,
    )
    await place.edit('site.yml', text)
    const { plan } = await place.import()
    expect(plan.states.live).toBe(60)
    expect(await place.git('status', '--porcelain')).toBe('')
  })

  test('are named by the plan, and the posts are imported', async () => {
    place = await anImport(hugoSite(['posts'], '[permalinks]\nposts = "/:nonsense/:slug/"\n'))
    const { plan, report } = await place.import()
    expect(plan.permalinks).toEqual([])
    expect(plan.notes).toEqual([expect.stringContaining('Old URLs of /:nonsense/:slug/ do not redirect')])
    expect(report?.written.added).toBe(1)
  })

  test('are rejected where they are given', async () => {
    place = await anImport(hugoSite(['posts']))
    await expect(place.import('--permalink=/:nonsense/')).rejects.toThrow('The rule of the old URLs must be like')
  })
})
