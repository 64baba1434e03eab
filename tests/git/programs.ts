import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A shell script that creates a file named after its caller, and the folder with those files. */
export async function trap() {
  const folder = await mkdtemp(join(tmpdir(), 'trap-'))
  const marks = join(folder, 'marks')
  await mkdir(marks)
  const script = async (name: string) => {
    const path = join(folder, name)
    await Bun.write(path, `#!/bin/sh\ntouch '${marks}/${name}'\nexit 1\n`)
    await chmod(path, 0o755)
    return path
  }
  return {
    script,
    started: async () => (await readdir(marks)).sort(),
    reset: async () => {
      await rm(marks, { recursive: true })
      await mkdir(marks)
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Puts a `git` first in PATH that records each call with its environment. `restore` resets PATH. */
export async function watchGit() {
  const folder = await mkdtemp(join(tmpdir(), 'watch-git-'))
  const calls = join(folder, 'calls')
  const { PATH = '' } = process.env
  await Bun.write(calls, '')
  const real = Bun.which('git')
  await Bun.write(
    join(folder, 'git'),
    `#!/bin/sh\n{ printf '%s ' "$@" | tr '\\n' ' '; echo; } >> '${calls}'\nenv > '${folder}'/env.$$\nexec '${real}' "$@"\n`,
  )
  await chmod(join(folder, 'git'), 0o755)
  process.env.PATH = `${folder}:${PATH}`
  const lines = async (file: string) => (await readFile(file, 'utf8')).split('\n').filter(Boolean)
  return {
    calls: () => lines(calls),
    environments: async () => {
      const names = (await readdir(folder)).filter((name) => name.startsWith('env.'))
      return (await Promise.all(names.map((name) => lines(join(folder, name))))).flat()
    },
    async restore() {
      process.env.PATH = PATH
      await rm(folder, { recursive: true, force: true })
    },
  }
}
