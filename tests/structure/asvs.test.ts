import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const PAGE = 'docs/asvs.md'
const STATES = ['met', 'not met', 'not applicable']
const ROW = /^\| (?<items>\d[^|]*) \| (?<levels>[^|]*) \| (?<asks>[^|]*) \| (?<state>[^|]*) \| (?<how>.*) \|$/
/** `admin/login.test.ts` "matches the e-mail in any case", or the path alone. */
const TEST = /`(?<path>[\w./-]+\.(?:test|journey)\.tsx?)`(?: "(?<title>[^"]+)")?/g
const LINK = /\]\((?<file>[\w./-]+\.md)(?:#(?<anchor>[\w-]+))?\)/g

type Row = { items: string; levels: string; state: string; how: string }
const text = await Bun.file(PAGE).text()
const rows = text.split('\n').flatMap((line) => (ROW.exec(line)?.groups ?? []) as Row | [])
const testsIn = ({ how }: Row) =>
  [...how.matchAll(TEST)].map(({ groups }) => groups as { path: string; title?: string })

test('every row of the security table has a state, and is read', () => {
  const lines = text.split('\n').filter((line) => /^\| \d/.test(line))
  expect(rows).toHaveLength(lines.length)
  expect(rows.filter(({ state }) => !STATES.includes(state))).toEqual([])
  const items = rows.map((row) => row.items)
  expect(items.filter((item, at) => items.indexOf(item) !== at)).toEqual([])
})

test('every row of level 1 and 2 that is met names a test with its title, and every other one a reason', () => {
  const isHeld = (row: Row) => row.state !== 'met' || testsIn(row).some(({ title }) => title !== undefined)
  const binding = rows.filter(({ levels }) => /[12]/.test(levels))
  expect(binding.length).toBeGreaterThan(100)
  expect(binding.filter((row) => !isHeld(row)).map(({ items }) => items)).toEqual([])
  expect(binding.filter(({ how }) => how.trim().length < 5).map(({ items }) => items)).toEqual([])
})

test('names tests that exist', async () => {
  const missing: string[] = []
  for (const row of rows)
    for (const { path, title } of testsIn(row)) {
      const source = existsSync(join('tests', path)) ? await Bun.file(join('tests', path)).text() : undefined
      if (source === undefined || (title !== undefined && !hasTitle(source, title)))
        missing.push(`${row.items}: ${path} "${title}"`)
    }
  expect(missing).toEqual([])
})

/** Whether a test or a group of tests has this title, a template of several ones included. */
const hasTitle = (source: string, title: string) =>
  [`'${title}'`, `"${title}"`, `\`${title}\``].some(
    (literal) => source.includes(`(${literal}`) || isOnOwnLine(source, literal),
  )

/** The formatter breaks long calls: the title is the first argument on a line of its own. */
const isOnOwnLine = (source: string, literal: string) =>
  source.split('\n').some((line) => line.trim() === `${literal},`)

test('names headings that exist', async () => {
  const missing: string[] = []
  for (const { items, how } of rows)
    for (const { groups } of how.matchAll(LINK)) {
      const page = Bun.file(join('docs', groups?.file ?? ''))
      const anchors = (await page.exists()) ? anchorsIn(await page.text()) : undefined
      if (!anchors || (groups?.anchor !== undefined && !anchors.has(groups.anchor)))
        missing.push(`${items}: ${groups?.file}#${groups?.anchor}`)
    }
  expect(missing).toEqual([])
})

/** As GitHub makes them of headings, and those that are written. */
function anchorsIn(markdown: string): Set<string> {
  const headings = [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )
  return new Set([...headings, ...[...markdown.matchAll(/<a id="([\w-]+)">/g)].map(([, id = '']) => id)])
}
