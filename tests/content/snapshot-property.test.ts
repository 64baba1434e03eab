import { expect, test } from 'bun:test'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createContentFolder } from '#server/content/files/content-files.ts'
import type { Decoded } from '#server/content/files/decode-file.ts'
import { InvalidContentError } from '#server/content/files/errors.ts'
import type { Rename } from '#server/content/snapshot/aliases.ts'
import { applyChanges, type ContentState, createState } from '#server/content/snapshot/content-state.ts'
import { readAll, reloadFiles } from '#server/content/snapshot/read-files.ts'
import { seeded } from '#tests/helpers/seeded.ts'
import { contentDir } from './content-dir.ts'

type Random = ReturnType<typeof seeded>

const POSTS = [
  ...['posts/a.md', 'posts/b.md', 'posts/a/index.md', 'posts/2024-01-02-a.md', 'posts/2024-01-03-old.html'],
  ...['posts/sub/c.md', 'posts/sub/a.md', 'posts/de/a.md', 'posts/de/d.md', 'posts/b.de.md', 'posts/new.md'],
]
const PICTURES = ['posts/photo.png', 'posts/a/photo.png', 'posts/sub/photo.png']
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])
/** Small choices, so that names, aliases and URLs collide. */
const FRONT_MATTER = [
  ...['slug: a', 'slug: b', 'slug: old', 'aliases: [old, b]', 'aliases: [former]', 'aliases: [/p/one/, a]'],
  ...['permalink: /p/one/', 'permalink: /blog/', 'permalink: /:year/:title/', 'url: /p/two/'],
  ...['category: crm', 'category: CRM', 'category: Other One', 'category: other-one', 'categories: [crm, milk]'],
  ...['tags: [milk]', 'tags: [Milk, milk]', 'tags: [Oat Milk, milk]', 'tags: [oat-milk]', 'tags: [cream]'],
  ...['draft: true', 'image: photo.png', 'author: ann', 'summary: In short.', 'categorie: crm', 'expires: 2030-01-01'],
]
const BROKEN = ['---\ntitle: No date\n---\nText', '---\ntitle: [\n---\n', '<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\n']

function aPost({ pick, below }: Random): string {
  const lines = Array.from({ length: below(5) }, () => pick(FRONT_MATTER))
  const byKey = new Map(lines.map((line) => [line.split(':')[0], line]))
  const head = [`title: ${pick(['One', 'Two', 'Three'])}`, 'date: 2024-01-02', ...byKey.values()]
  const body = pick(['Text.', 'More.', '![A photo](photo.png)', '![](gone.png)', '<<<<<<<'])
  return `---\n${head.join('\n')}\n---\n\n${body}\n`
}

/** The same post with another title, text or state, as most saves make it. */
const retouched = (text: string, { pick }: Random): string =>
  pick([
    text.replace(/^title: .*$/m, `title: ${pick(['One', 'Two', 'Three'])}`),
    `${text}\nA line.\n`,
    text.replace(/^date: .*\n/m, `date: 2024-01-0${pick([1, 2, 3])}\n${pick(['', 'draft: true\n'])}`),
    text.replace(/^summary: .*\n/m, '').replace(/^date: /m, `${pick(FRONT_MATTER)}\ndate: `),
  ])

type Edit = [file: string, data: string | Uint8Array | null]

/** A file and its new data, `null` to delete it. */
function anEdit(random: Random, site: string, texts: ReadonlyMap<string, string>): Edit {
  const { pick, below } = random
  if (texts.size > 0 && below(2) === 0) {
    const [file, text] = pick([...texts])
    return [file, retouched(text, random)]
  }
  const other: [string, (string | Uint8Array | null)[]][] = [
    ['categories/other-one.yml', ['name: Other\n', 'name: Other\naliases: [crm two]\n', null]],
    ['tags/milk.yml', ['name: Milk\n', 'name: Dairy\naliases: [cream]\n', null]],
    ['tags/cream.yml', ['name: Cream\n', 'nam', null]],
    ['authors/ann.yml', ['name: Ann\n', 'name: [\n', null]],
    ['posts/authors.yml', ['ann:\n  name: Ann B\n', null]],
    ['legal/privacy-policy.md', ['One', 'Two', null]],
    ['posts/_index.md', ['---\ndraft: true\n---\n', null]],
    ['posts/sub/_index.md', ['---\ndraft: true\n---\n', '---\ntitle: Sub\n---\n', null]],
    ['posts/odd.docx', ['x', null]],
    ['tags/odd.txt', ['x', null]],
    ['site.yml', [site, `${site}language: de\n`, `${site}old_permalinks: ["/:year/:title/", "/:categories/"]\n`]],
  ]
  const kind = below(10)
  if (kind < 6) return [pick(POSTS), aPost(random)]
  if (kind === 6) return [pick(POSTS), pick([null, ...BROKEN])]
  if (kind === 7) return [pick(PICTURES), pick([PNG, new Uint8Array([1]), null])]
  const [file, data] = pick(other)
  return [file, pick(data)]
}

/** Maps and sets as lists: their order counts. */
function ordered({ snapshot, reports }: ContentState) {
  const listed = (value: unknown) => (value instanceof Map || value instanceof Set ? [...value] : value)
  return Object.entries({ ...snapshot, ...snapshot.spellings, ofPosts: reports.ofPosts }).map(([key, value]) => [
    key,
    listed(value),
  ])
}

async function follow(seed: number, steps: number) {
  const random = seeded(seed)
  const dir = await contentDir({ 'posts/a.md': aPost(random), 'posts/new.md': aPost(random) })
  const site = await Bun.file(join(dir, 'site.yml')).text()
  const folder = createContentFolder(dir)
  const lastGood = new Map<string, Decoded>()
  let redirects: Rename[] = []
  let state = createState(dir, await readAll({ dir, folder }))
  let replaced = 0
  const texts = new Map<string, string>()

  async function write([file, data]: Edit): Promise<void> {
    if (data === null) return rm(join(dir, file), { force: true })
    await mkdir(dirname(join(dir, file)), { recursive: true })
    await Bun.write(join(dir, file), data)
  }

  /** Built from the disk alone, apart from the last valid versions of files that are invalid now. */
  async function fullBuild(): Promise<ContentState> {
    const files = new Map(await readAll({ dir, folder }))
    for (const file of lastGood.keys()) if (!files.has(file)) lastGood.delete(file)
    for (const [file, { decoded }] of files) if (decoded) lastGood.set(file, decoded)
    for (const [file, one] of files) files.set(file, { ...one, decoded: lastGood.get(file) })
    return createState(dir, files, redirects)
  }

  await fullBuild()
  for (let step = 0; step < steps; step++) {
    const before = state
    const edits = new Map(Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => anEdit(random, site, texts)))
    const isSave = random.below(2) === 0 && [...edits.keys()].every((file) => !/\.(?:png|docx|txt)$/.test(file))
    try {
      const changes = [...edits].map(([file, data]) => ({ file, data }))
      if (isSave) state = applyChanges(dir, state, changes, new Set(edits.keys()))
    } catch (error) {
      if (!(error instanceof InvalidContentError)) throw error
      continue
    }
    for (const [file, data] of edits) {
      await write([file, data])
      if (typeof data === 'string' && POSTS.includes(file)) texts.set(file, data)
      else texts.delete(file)
    }
    if (!isSave) state = await reloadFiles({ dir, folder }, state, [...edits.keys()])
    if (random.below(20) === 0) {
      redirects = [
        ...redirects,
        { kind: 'posts', from: random.pick(['old', 'former', 'c']), to: random.pick(['a', 'b', 'c']) },
      ]
      state = createState(dir, state.files, redirects)
    }
    expect([seed, step, [...edits.keys()], ordered(state)]).toStrictEqual([
      seed,
      step,
      [...edits.keys()],
      ordered(await fullBuild()),
    ])
    if (state !== before && state.snapshot.ids === before.snapshot.ids) replaced += 1
  }
  await rm(dir, { recursive: true })
  return replaced
}

test('a snapshot after any changes is the one that a full build makes of the folder', async () => {
  let replaced = 0
  for (let seed = 1; seed <= 10; seed++) replaced += await follow(seed, 40)
  // Otherwise only full builds were compared with each other.
  expect(replaced).toBeGreaterThan(50)
}, 60_000)
