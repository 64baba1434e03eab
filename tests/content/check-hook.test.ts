import { describe, expect, test } from 'bun:test'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { aPost, contentDir } from './content-dir.ts'

const root = process.cwd()

/** A repository with valid content in `content`, this project's check, and its hook. */
async function repository() {
  const dir = dirname(await contentDir())
  const work = join(dir, `hook-${crypto.randomUUID()}`)
  const git = async (...args: string[]) => {
    const child = Bun.spawn(['git', '-c', 'user.name=Ann', '-c', 'user.email=ann@site.example', ...args], {
      cwd: work,
      env: { PATH: process.env.PATH ?? '', HOME: work },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const [out, error] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
    return { said: out + error, code: await child.exited }
  }
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(work, file)), { recursive: true })
    await writeFile(join(work, file), text)
  }
  await mkdir(work)
  await Bun.$`cp -r ${await contentDir({ 'posts/one.md': aPost() })} ${join(work, 'content')}`.quiet()
  for (const name of ['server', 'node_modules', 'package.json']) await symlink(join(root, name), join(work, name))
  await git('init', '-q')
  await git('add', 'content')
  await git('commit', '-qm', 'Begin')
  await git('config', 'core.hooksPath', join(root, '.githooks'))
  return { git, write }
}

describe('the pre-commit hook', () => {
  test('accepts a valid post and rejects an invalid one with its line', async () => {
    const { git, write } = await repository()
    await write('content/posts/two.md', aPost('', '[one](/blog/one)'))
    await git('add', 'content')
    expect(await git('commit', '-qm', 'Good')).toMatchObject({ code: 0 })

    await write('content/posts/three.md', aPost().replace('2024-01-02', '32/04/2023'))
    await git('add', 'content')
    const rejected = await git('commit', '-qm', 'Bad')
    expect(rejected.code).toBe(1)
    expect(rejected.said).toContain('content/posts/three.md:3:7 date: "32/04/2023" is not a date (write 2023-04-19)')
  }, 60_000)

  test("checks staged content of the commit's files, not the working tree", async () => {
    const { git, write } = await repository()
    await write('content/posts/two.md', 'bad')
    await git('add', 'content')
    await write('content/posts/two.md', aPost())
    expect((await git('commit', '-qm', 'Staged badly')).code).toBe(1)

    await git('add', 'content')
    await write('content/posts/two.md', 'bad again')
    expect((await git('commit', '-qm', 'Staged well')).code).toBe(0)

    await write('README.md', 'x')
    await git('add', 'README.md')
    expect((await git('commit', '-qm', 'Nothing of the content')).code).toBe(0)
  }, 60_000)
})
