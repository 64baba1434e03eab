import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkContent } from '#server/content/check.ts'
import { aPost, contentDir } from './content-dir.ts'

test('`content:check` prints every problem, counts them, and ends badly only for errors', async () => {
  const dir = await contentDir({ 'posts/x.md': aPost('category: nope\n'), 'posts/y.md': '---\ntitle: y\n---\n' })
  expect(await checkContent(dir)).toEqual({
    lines: [
      `${dir}/posts/y.md:1:1 date: is missing (write 2023-04-19)`,
      `${dir}/posts/x.md:4:1 there is no category "nope"`,
      '6 files, 1 error, 1 warning',
    ],
    errors: 1,
  })
  await rm(join(dir, 'site.yml'))
  expect((await checkContent(dir)).lines).toContain(`${dir}/site.yml:1:1 this file is missing`)
  const command = Bun.spawn(['bun', 'server/content/check.ts'], {
    env: { ...process.env, CONTENT_DIR: dir },
    stdout: 'pipe',
  })
  expect(await new Response(command.stdout).text()).toContain('errors, 0 warnings')
  expect(await command.exited).toBe(1)
})
