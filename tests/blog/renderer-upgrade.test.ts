import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { appendFile, cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPaths } from '#contract/paths.ts'
import { aPost, smallContent } from '#tests/helpers/small-content.ts'

/** A dependency of the sanitizer's parser. */
const DEEP = 'parse5'

let dir = ''
/** A copy of the server with the same packages and its own lock file. */
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'upgrade-'))
  const at = (path: string) => join(dir, path)
  await symlink(join(process.cwd(), 'node_modules'), at('node_modules'))
  for (const path of ['server', 'client', 'package.json', 'bun.lock', 'tsconfig.json'])
    await cp(path, at(path), { recursive: true })
  for (const [path, text] of Object.entries({ ...smallContent, 'posts/one.md': aPost({ body: '*Early*' }) }))
    await Bun.write(at(join('content', path)), text)
})
afterAll(() => rm(dir, { recursive: true, force: true }), 30_000)

/** Starts the server, reads the post, and returns the keys of the cached HTML after it stopped. */
async function cachedKeys(): Promise<string[]> {
  const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'production', PORT: '0', HOST: '127.0.0.1', GIT_COMMIT: 'off' }
  const server = Bun.spawn(['bun', 'server/main.ts'], { cwd: dir, env, stdout: 'pipe', stderr: 'inherit' })
  const url = await firstUrl(server.stdout)
  const response = await fetch(url + apiPaths.post('one'), { headers: { connection: 'close' } })
  expect(await response.json()).toMatchObject({ content: '<p><em>Early</em></p>\n' })
  server.kill()
  await server.exited
  const [file = ''] = (await readdir(join(dir, 'storage/private'))).filter((name) => /^cache-v\d+\.sqlite$/.test(name))
  const db = new Database(join(dir, 'storage/private', file), { readonly: true })
  try {
    return db
      .query<{ key: string }, []>('select key from rendered_html')
      .all()
      .map(({ key }) => key)
  } finally {
    db.close()
  }
}

async function firstUrl(output: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of output) {
    text += decoder.decode(chunk, { stream: true })
    const [url] = /^http\S+(?=\n)/m.exec(text) ?? []
    if (url) return url
  }
  throw new Error(`The server ended: ${text}`)
}

test('renders again after an upgrade of a transitive dependency of the sanitizer or a change of its profile', async () => {
  const first = await cachedKeys()
  expect(first.length).toBeGreaterThan(0)
  expect(await cachedKeys()).toEqual(first)
  const lock = await Bun.file(join(dir, 'bun.lock')).text()
  const upgraded = lock.replace(new RegExp(`"${DEEP}@[^"]+"`), `"${DEEP}@99.0.0"`)
  expect(upgraded).not.toBe(lock)
  await Bun.write(join(dir, 'bun.lock'), upgraded)
  const second = await cachedKeys()
  await appendFile(join(dir, 'server/contract/stored-html.ts'), '\nexport const another = 1\n')
  const third = await cachedKeys()
  expect([second.length, third.length]).toEqual([first.length, first.length])
  expect(new Set([...first, ...second, ...third]).size).toBe(3 * first.length)
  // Four starts of a server, on a machine that may be busy.
}, 180_000)
