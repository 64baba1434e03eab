import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { bodyOf, decodeFields } from '#server/content/files/post-file.ts'
import { createContent } from '#server/content/store.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { aPost, contentDir, silent } from './content-dir.ts'

const KILLS = isFullRun ? 15 : 5
const LONGEST_LIFE_MS = 60

/** Starts a process that saves in a loop and kills it at a random time. */
async function killWhileSaving(dir: string): Promise<void> {
  const child = Bun.spawn(['bun', join(import.meta.dir, 'saving-child.ts'), dir], { stdout: 'pipe', stderr: 'inherit' })
  const reader = child.stdout.getReader()
  const { done } = await reader.read()
  expect(done).toBe(false)
  await Bun.sleep(Math.random() * LONGEST_LIFE_MS)
  child.kill('SIGKILL')
  await child.exited
}

test('kill -9 during saves leaves the old or the new file complete, and no temporary files', async () => {
  const dir = await contentDir({ 'posts/x.md': aPost() })
  for (let kill = 0; kill < KILLS; kill++) {
    await killWhileSaving(dir)
    const text = await Bun.file(join(dir, 'posts/x.md')).text()
    const { title } = decodeFields(text)
    expect(title === 'A post' ? 'Body.' : `${title} `.repeat(5_000).trim()).toBe(bodyOf(text))
    await createContent({ dir, log: silent })
    expect(await readdir(join(dir, 'posts'))).toEqual(['x.md'])
  }
}, 60_000)
