import { afterAll, beforeAll, expect, test } from 'bun:test'
import { appendFile, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A dependency of the sanitizer's parser. */
const DEEP = 'parse5'

/** Prints the keys of the cached HTML after a text was rendered. The sanitizer is not started, because only the keys matter. */
const SCRIPT = `
  import { createRenderer, htmlSchema } from '#server/blog/render/renderer.ts'
  import { openCacheDb } from '#server/storage/cache-db.ts'
  const log = { warn: console.error, info() {} }
  const cacheDb = openCacheDb({ privateDir: 'private', schema: [htmlSchema], log })
  const rendering = { render: async () => '<p><em>Early</em></p>' }
  await createRenderer({ cacheDb, rendering }).html('md', '*Early*')
  console.log(JSON.stringify(cacheDb.read((db) => db.query('select key from rendered_html').values().flat())))
`

let dir = ''
/** A copy of the server with the same packages and its own lock file. */
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'upgrade-'))
  const at = (path: string) => join(dir, path)
  await symlink(join(process.cwd(), 'node_modules'), at('node_modules'))
  for (const path of ['server', 'client', 'package.json', 'bun.lock', 'tsconfig.json'])
    await cp(path, at(path), { recursive: true, filter: (source) => source !== 'client/dist' })
  await mkdir(at('private'))
  await Bun.write(at('keys.ts'), SCRIPT)
})
afterAll(() => rm(dir, { recursive: true, force: true }), 30_000)

/** Renders a text in a new process, and returns the keys of the cached HTML. */
async function cachedKeys(): Promise<string[]> {
  const child = Bun.spawn(['bun', 'keys.ts'], { cwd: dir, stdout: 'pipe', stderr: 'inherit' })
  const keys = await new Response(child.stdout).json()
  expect(await child.exited).toBe(0)
  return keys
}

test('renders again after an upgrade of a transitive dependency of the sanitizer or a change of its profile', async () => {
  const first = await cachedKeys()
  expect(first).toHaveLength(1)
  expect(await cachedKeys()).toEqual(first)
  const lock = await Bun.file(join(dir, 'bun.lock')).text()
  const upgraded = lock.replace(new RegExp(`"${DEEP}@[^"]+"`), `"${DEEP}@99.0.0"`)
  expect(upgraded).not.toBe(lock)
  await Bun.write(join(dir, 'bun.lock'), upgraded)
  const second = await cachedKeys()
  await appendFile(join(dir, 'server/contract/stored-html.ts'), '\nexport const another = 1\n')
  const third = await cachedKeys()
  expect([second.length, third.length]).toEqual([1, 1])
  expect(new Set([...first, ...second, ...third]).size).toBe(3)
}, 60_000)
