import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { backupCommand, restoreCommand } from '#server/cli/backup/main.ts'

/** A folder for archives and restored files, and the two commands, for sites without an administrator as well. */
export async function aPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'backup-test-'))
  const output: string[] = []
  const progress = (line: string) => void output.push(line)
  return {
    folder,
    output,
    in: (name: string) => join(folder, name),
    backup: (dir: string, ...args: string[]) =>
      backupCommand(['--allow-empty', ...args], {
        contentDir: join(dir, 'content'),
        storageDir: join(dir, 'storage'),
        privateDir: join(dir, 'storage/private'),
        version: '1.2.3',
        now: () => new Date('2026-11-21T06:15:00Z'),
        progress,
      }),
    restore: (...args: string[]) => restoreCommand(args, progress),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
export type Place = Awaited<ReturnType<typeof aPlace>>

/** Path → bytes of everything that a backup must restore, without derived files. */
export async function allOf(dir: string) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(dir.length + 1))
    .filter(
      (path) =>
        !/^\.git\/|\/private\/(?:html|sources|backups|commit-queue)\/|\/(?:(?:server|sessions|last-backup)\.json|command\.key|cache-v\d+\.sqlite[-a-z]*)$|\.lock$/.test(
          path,
        ),
    )
    .sort()
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, (await readFile(join(dir, path))).toString('base64')])),
  )
}
