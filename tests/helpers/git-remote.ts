import { execFileSync } from 'node:child_process'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { startChild } from './child.ts'

const WHO = ['-c', 'user.name=An Editor', '-c', 'user.email=editor@site.example', '-c', 'init.defaultBranch=main']

/** Runs git in a folder and returns its output. */
export const runGit = (dir: string, ...words: string[]): string =>
  execFileSync('git', ['-C', dir, ...WHO, ...words], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** Text files of the folder content, by path; `undefined`: a copy of this repository's content and images. */
export type SeedFiles = Readonly<Record<string, string>> | undefined

/** Creates a bare repository with the files of a site: folders `content` and `storage/public`. */
export async function createBareRemote(bare: string, files: SeedFiles): Promise<void> {
  const seed = `${bare}.seed`
  await mkdir(join(seed, 'storage', 'public'), { recursive: true })
  if (files) {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(seed, 'content', path)), { recursive: true })
      await writeFile(join(seed, 'content', path), text)
    }
    await writeFile(join(seed, 'storage', 'public', '.gitkeep'), '')
  } else {
    await cp('content', join(seed, 'content'), { recursive: true })
    await cp('storage/public', join(seed, 'storage', 'public'), { recursive: true })
  }
  await writeFile(join(seed, '.gitignore'), 'storage/private/\n')
  runGit(seed, 'init', '-q')
  runGit(seed, 'add', '-A')
  runGit(seed, 'commit', '-q', '-m', 'First')
  runGit(seed, 'clone', '-q', '--bare', seed, bare)
  await rm(seed, { recursive: true })
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .on('connect', () => resolve(socket.end() === socket))
      .on('error', () => resolve(false))
  })

/** Serves the bare repositories of a folder at `git://127.0.0.1:PORT/`, for fetch and push. */
export const startGitDaemon = (folder: string, port: number) =>
  startChild({
    // Not `git daemon`, which would start it as a process of its own.
    command: [
      join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-daemon'),
      ...['--listen=127.0.0.1', `--port=${port}`, '--reuseaddr', '--export-all', '--enable=receive-pack'],
      `--base-path=${folder}`,
    ],
    isReady: () => accepts(port),
  })
