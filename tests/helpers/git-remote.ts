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

/** Writes the folders `content` and `storage/public` of a site. */
async function writeSite(seed: string, files: SeedFiles): Promise<void> {
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
}

/** Creates a bare repository with the files of a site. */
export async function createBareRemote(bare: string, files: SeedFiles): Promise<void> {
  const seed = `${bare}.seed`
  await writeSite(seed, files)
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

type GitRemoteOptions = { folder: string; files: SeedFiles; port: number }

/** The service `remote` of compose.scale.yaml, with the bare repository `site.git` in the folder, at `git://127.0.0.1:PORT/`. */
export async function startGitRemote({ folder, files, port }: GitRemoteOptions) {
  const seed = join(folder, 'seed')
  await writeSite(seed, files)
  return startChild({
    command: ['sh', 'docs/scaling/git-remote.sh'],
    env: { GIT_ROOT: folder, APP: seed, GIT_DAEMON_FLAGS: `--listen=127.0.0.1 --port=${port}` },
    isReady: () => accepts(port),
  })
}
