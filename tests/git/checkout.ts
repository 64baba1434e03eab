import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gitIn } from '#tests/helpers/git.ts'

const person = {
  GIT_AUTHOR_NAME: 'An Editor',
  GIT_AUTHOR_EMAIL: 'editor@testery.example',
  GIT_COMMITTER_NAME: 'An Editor',
  GIT_COMMITTER_EMAIL: 'editor@testery.example',
}

/** Commits everything in a folder except what must not be in git. */
export async function commitAll(dir: string): Promise<void> {
  const git = gitIn(dir)
  await Bun.write(join(dir, '.gitignore'), 'storage/private/\n')
  await git(['init', '-q', '-b', 'main'])
  await git(['add', '-A'])
  await git(['commit', '-q', '-m', 'First'], { env: person })
}

/** A checkout in a temporary folder with these files committed (none: a branch without commits), and `run` for git commands. */
export async function aCheckout(files: Record<string, string> = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'checkout-'))
  const git = gitIn(dir)
  const run = (...args: string[]) => git(args, { env: person })

  async function write(path: string, text: string) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await Bun.write(join(dir, path), text)
  }

  await run('init', '-q', '-b', 'main')
  for (const [path, text] of Object.entries(files)) await write(path, text)
  if (Object.keys(files).length > 0) {
    await run('add', '-A')
    await run('commit', '-q', '-m', 'First')
  }
  return {
    dir,
    run,
    /** Runs a command that makes a commit of this time. */
    commitAt: (at: string, ...args: string[]) =>
      git(args, { env: { ...person, GIT_COMMITTER_DATE: at, GIT_AUTHOR_DATE: at } }),
    /** Makes commits from a stream, without files on the disk. */
    fastImport: (input: string) => git(['fast-import', '--quiet'], { input }),
    write,
    text: (path: string) => Bun.file(join(dir, path)).text(),
    /** A file in the newest commit. */
    committed: (path: string) => git.bytes(['show', `HEAD:${path}`]).then((bytes) => new TextDecoder().decode(bytes)),
    /** A file in the newest commit of a branch. */
    committedOn: (branch: string, path: string) =>
      git.bytes(['show', `${branch}:${path}`]).then((bytes) => new TextDecoder().decode(bytes)),
    status: () => run('status', '--porcelain'),
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}
export type Checkout = Awaited<ReturnType<typeof aCheckout>>

/** A hook of a repository, as shell lines. */
export async function aHook(path: string, ...lines: string[]) {
  await mkdir(dirname(path), { recursive: true })
  await Bun.write(path, ['#!/bin/sh', ...lines, ''].join('\n'))
  await chmod(path, 0o755)
}
