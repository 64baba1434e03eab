import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { assertPlain, refOf } from '#server/git/plain-state.ts'
import { openRepository } from '#server/git/runner/repository.ts'
import { GitError } from '#server/git/runner/run-git.ts'
import { DAY_MS } from '#server/lib/clock.ts'
import { unencryptedConnections } from '#server/lib/unencrypted.ts'
import { realDisk, temporaryFor, unlessMissing } from '#server/storage/files.ts'
import { type Finding, notChecked, ok, problem, type SiteSettings, warning } from './finding.ts'
import { isBackupOld, readLastBackup } from './last-backup.ts'
import { onDatabase } from './remote-checks.ts'

type Places = Pick<SiteSettings, 'contentDir' | 'storageDir' | 'privateDir'>

const FREE_WARNING_BYTES = 1024 ** 3
const FREE_MIN_BYTES = 64 * 1024 ** 2
/** What a file system's clock may be off by without anybody noticing. */
const CLOCK_OFFSET_MAX_MS = 5_000
/** Group and others. */
const SHARED_BITS = 0o077

/** What is odd about variables that are valid. `hints`: about those that are not ours. */
export function checkVariables({
  databaseUrl,
  gitRemote,
  hints,
}: SiteSettings & { hints: readonly string[] }): Finding {
  const unencrypted = unencryptedConnections({ databaseUrl, gitRemote }).map(
    ({ variable, reason }) => `${variable}: ${reason}`,
  )
  const all = [...hints, ...unencrypted]
  return all.length > 0 ? warning(all.join(' ')) : ok('valid')
}

/** Whether the site can read and write its folders, and no other user of the machine can read the private one. */
export async function checkFolders({ contentDir, storageDir, privateDir }: Places): Promise<Finding> {
  const missing: string[] = []
  for (const folder of [contentDir, storageDir, privateDir]) {
    const found = await stat(folder).catch(unlessMissing)
    if (found === undefined) missing.push(folder)
    else if (!found.isDirectory()) return problem(`${folder} is no folder`)
    else if (!(await isWritable(folder)))
      return problem(
        `${folder} cannot be read and written by this user. Run the command as the user of the site, or \`chown\` the folder`,
      )
  }
  if (missing.length > 0) return warning(`${missing.join(', ')} will be made by the next start of the site`)
  const { mode } = await stat(privateDir)
  if ((mode & SHARED_BITS) !== 0)
    return problem(`${privateDir} can be read by other users of this machine: chmod 700 ${privateDir}`)
  return ok(`${contentDir}, ${storageDir}, ${privateDir}`)
}

const isWritable = (folder: string): Promise<boolean> =>
  access(folder, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )

/** Whether saves are committed, and to which branch. */
export async function checkCheckout({ contentDir, gitCommit, gitBranch }: SiteSettings): Promise<Finding> {
  if (!gitCommit) return notChecked('GIT_COMMIT is off: saves are in no commit')
  const repository = await openRepository(contentDir)
  if (!repository)
    return warning(`${contentDir} is in no git checkout: without history, trash and undo (\`bun run init\`)`)
  try {
    const branch = await assertPlain(repository, gitBranch)
    return ok(`saves are committed to ${branch.slice(refOf('').length)} in ${repository.root}`)
  } catch (error) {
    if (error instanceof GitError) return problem(`commits wait: ${error.reason}`)
    throw error
  }
}

/** Whether the clock of the disk of `privateDir`, which may be that of a server in the network, agrees with ours. */
export async function checkFileClock({ privateDir }: Places, now = Date.now): Promise<Finding> {
  if (!(await stat(privateDir).catch(unlessMissing))) return notChecked(`${privateDir} is not there yet`)
  const path = temporaryFor(join(privateDir, 'doctor'))
  try {
    const before = now()
    const file = await realDisk.open(path, 'wx', 0o600)
    await file.close()
    const { mtimeMs } = await stat(path)
    const offsetMs = Math.max(before - mtimeMs, mtimeMs - now())
    if (offsetMs <= CLOCK_OFFSET_MAX_MS) return ok('agrees with that of the file system')
    return warning(`differs from that of the file system by ${Math.round(offsetMs / 1000)} s: synchronize both (NTP)`)
  } finally {
    await realDisk.unlink(path).catch(() => {})
  }
}

/** What is left on the disks of the three folders. */
export async function checkSpace({ contentDir, storageDir, privateDir }: Places): Promise<Finding> {
  const folders = await Promise.all(
    [contentDir, storageDir, privateDir].map(async (folder) => {
      const { bavail, bsize, files, ffree } = await statfs(await existingFolder(folder))
      // File systems without a fixed number of files count none.
      return { folder, free: bavail * bsize, hasFiles: files === 0 || ffree > 0 }
    }),
  )
  const least = folders.reduce((a, b) => (b.free < a.free ? b : a))
  const text = `${(least.free / 1024 ** 3).toFixed(1)} GB free at ${least.folder}`
  const full = folders.find(({ hasFiles }) => !hasFiles)
  if (full) return problem(`the file system of ${full.folder} cannot have more files (inodes): delete some`)
  if (least.free < FREE_MIN_BYTES) return problem(`${text}: saves and sign-ups will fail. Free some space`)
  return least.free < FREE_WARNING_BYTES ? warning(`${text}: free some space`) : ok(text)
}

/** The folder, or the closest one above it that exists: the start of the site makes missing ones. */
const existingFolder = (folder: string): Promise<string> =>
  stat(folder).then(
    () => folder,
    () => existingFolder(dirname(resolve(folder))),
  )

type BackupPlaces = Pick<SiteSettings, 'privateDir'> & Partial<Pick<SiteSettings, 'databaseUrl'>>

/** How old the last backup is that was stored, by any replica. */
export async function checkBackup({ privateDir, databaseUrl }: BackupPlaces, now = () => new Date()): Promise<Finding> {
  const last = await (databaseUrl === undefined
    ? readLastBackup(privateDir)
    : onDatabase(databaseUrl, ({ store }) => readLastBackup(privateDir, store)))
  if (last === undefined) return warning('none has been stored yet: bun run backup')
  const { at } = last
  const days = Math.floor((now().getTime() - at.getTime()) / DAY_MS)
  const text = `the last one is ${days < 1 ? 'less than a day' : `${days} days`} old`
  return isBackupOld(at, now()) ? warning(`${text}: bun run backup, and look at its timer`) : ok(text)
}
