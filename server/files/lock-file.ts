import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { privateFolder } from './private-folder.ts'

/** Nobody works under a lock for so long: whoever made it has died. */
const STALE_MS = 10_000
const PAUSE_MS = 5

/**
 * Does this while no other process does something under the same lock: a file that is there meanwhile. One that a process
 * left which is dead, or that is older than ten seconds, is taken over. Gives what `work` gives, throws what it throws, or
 * what the disk throws.
 */
export async function underLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  await privateFolder(dirname(path))
  while (!(await isTaken(path))) {
    if (await isLeft(path)) await rm(path, { force: true })
    else await Bun.sleep(PAUSE_MS)
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

/** Whether it is ours now. A disk that is full makes the file, and then has no place for what it holds. */
const isTaken = (path: string): Promise<boolean> =>
  writeFile(path, String(process.pid), { flag: 'wx', mode: 0o600 }).then(
    () => true,
    async (error) => {
      if (error.code === 'EEXIST') return false
      await rm(path, { force: true })
      throw error
    },
  )

async function isLeft(path: string): Promise<boolean> {
  const [found, pid] = await Promise.all([stat(path).catch(() => undefined), readFile(path, 'utf8').catch(() => '')])
  if (!found) return false
  return Date.now() - found.mtimeMs > STALE_MS || (/^\d+$/.test(pid) && isDead(Number(pid)))
}

function isDead(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
