import { describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { auditEventNames } from '#client/admin/audit/event-names.ts'

const text = (file: string) => Bun.file(file).text()
const readme = await text('README.md')
const documents = ['README.md', 'SECURITY.md', ...new Bun.Glob('docs/*.md').scanSync('.')]

describe('the README', () => {
  test('lists every script, and no other', async () => {
    const { scripts } = (await Bun.file('package.json').json()) as Record<string, Record<string, string>>
    const named = [...(readme.split('## Scripts')[1]?.split('\n## ')[0] ?? '').matchAll(/^\|[^|]*\|/gm)].flatMap(
      ([cell]) => [...cell.matchAll(/`([a-z:]+)/g)].map((match) => match[1] ?? ''),
    )
    expect(named.filter((one) => one !== 'bun').sort()).toEqual(Object.keys(scripts ?? {}).sort())
  })

  test('lists every variable that the server reads, and so does .env.example', async () => {
    const config = await text('server/config.ts')
    const read = new Set([...config.matchAll(/'([A-Z]{2,}(?:_[A-Z]+)*)'/g)].map((match) => match[1] ?? ''))
    const example = await text('.env.example')
    expect(read.size).toBeGreaterThan(8)
    expect([...read].filter((name) => !new RegExp(`^# ${name}=`, 'm').test(example))).toEqual([])
    expect([...read].filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
  })
})

/** Names of test files and folders in the code spans of a document. Spans that name something else contain a space, or no slash. */
const testPathsIn = (document: string) =>
  [...document.matchAll(/`([a-z-]+\/(?:[a-z-]+\.(?:test|journey|screen\.test)\.tsx?|[a-z-]+\.ts)?)`/g)]
    .map((match) => match[1] ?? '')
    .filter((path) => !/^(?:contract|docs|client|server|tests)\//.test(path))

test.each(['SECURITY.md', 'docs/asvs.md'])('every test that %s names exists', async (document) => {
  const paths = testPathsIn(await text(document))
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => !existsSync(`tests/${path}`))).toEqual([])
})

/** Base names of source files, for those that a document names without their folder. */
const fileNames = new Set(
  [...new Bun.Glob('{client,server,tests}/**/*.{ts,tsx}').scanSync('.')].map((path) => basename(path)),
)

/** The anchors of a Markdown document: explicit ones, and those that its headings get. */
const anchorsIn = (document: string) => {
  const headings = [...document.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-'),
  )
  return new Set([...headings, ...[...document.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)])
}

/** Events in the first column of the table; `.withdrawn` after `invitation.made` is `invitation.withdrawn`. */
function eventsIn(document: string): string[] {
  const rows = document.split('| event | when |')[1]?.split('\n\n')[0] ?? ''
  return [...rows.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) => {
    let kind = ''
    return [...cell.matchAll(/`([a-z-]*)(\.[a-z-]+)`/g)].map(([, own, verb]) => {
      kind = own || kind
      return `${kind}${verb}`
    })
  })
}

test('the table of audit events lists every event once, and no other', async () => {
  const listed = eventsIn(await text('docs/administrators.md'))
  expect(listed.sort()).toEqual(Object.keys(auditEventNames).sort())
})

describe.each(documents)('%s', (document) => {
  test('links only to files and headings that exist', async () => {
    const source = (await text(document)).replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, '')
    const broken: string[] = []
    for (const [, link = ''] of source.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(link)) continue
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? document : join(dirname(document), path)
      const isThere = existsSync(target)
      if (!isThere || (anchor !== undefined && !anchorsIn(await text(target)).has(anchor))) broken.push(link)
    }
    expect(broken).toEqual([])
  })

  test('names only source files that exist, or marks them as new', async () => {
    const source = await text(document)
    const paths = [...source.matchAll(/(?<!\bnew )`((?:client|server|tests)\/[\w./-]*[\w/])`/gi)]
    const missing = paths.map(([, path = '']) => path).filter((path) => !/\/dist\b/.test(path) && !existsSync(path))
    const names = [...source.matchAll(/`([\w.-]+\.tsx?)`/g)].map(([, name = '']) => name)
    expect([...missing, ...names.filter((name) => !fileNames.has(name))]).toEqual([])
  })
})

test('each data flow lists as many files as it says, once each, and all of them exist', async () => {
  const flows = (await text('docs/architecture.md')).split('\n### ').slice(1)
  const found = flows.flatMap((flow) => {
    const [section = ''] = flow.split('\n## ')
    const count = /\b(\d+) files\b/.exec(section)?.[1]
    if (count === undefined) return []
    const cells = [...section.matchAll(/^\|.*\|([^|\n]*)\|$/gm)].map(([, cell = '']) => cell)
    const files = cells.flatMap((cell) =>
      [...cell.matchAll(/`((?:server|client)\/[\w./-]+)`/g)].map(([, file = '']) => file),
    )
    const heading = section.split('\n')[0]
    return [
      { heading, count: Number(count), files: new Set(files).size, missing: files.filter((one) => !existsSync(one)) },
    ]
  })
  expect(found.length).toBeGreaterThan(8)
  expect(found.filter(({ count, files, missing }) => count !== files || missing.length > 0)).toEqual([])
})

test('every product rule that source code links to exists', async () => {
  const anchors = anchorsIn(await text('docs/product-rules.md'))
  const missing: string[] = []
  for await (const file of new Bun.Glob('{client,server,tests}/**/*.{ts,tsx}').scan('.')) {
    if (file.startsWith('client/dist/')) continue
    for (const [, anchor = ''] of (await text(file)).matchAll(/product-rules\.md#([a-z0-9-]+)/g))
      if (!anchors.has(anchor)) missing.push(`${file}: ${anchor}`)
  }
  expect(missing).toEqual([])
})
