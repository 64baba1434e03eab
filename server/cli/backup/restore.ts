import { createWriteStream } from 'node:fs'
import { lstat, mkdir, readdir, realpath, rm, rmdir } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { copyToDatabase, removeRecordFiles } from '#server/cli/move/move-records.ts'
import { copyImagesToDatabase } from '#server/cli/move/unsaved-images.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { isEmpty } from '#server/database/transfer.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { readBytes, syncFolder } from '#server/storage/files.ts'
import { acquireProcessLock, PROCESS_LOCK_FILES } from '#server/storage/locks.ts'
import { correctStore } from '#server/storage/store-marker.ts'
import { readArchive, verifyBackup } from './archive.ts'
import { cloneBundle, connectRemote } from './git-bundle.ts'
import { BUNDLE, MANIFEST, type Manifest, type NamedRemote, type Part } from './manifest.ts'
import { readContentTree, readPublicTree } from './snapshot.ts'
import type { Tree } from './tree.ts'

type RestoreOptions = {
  file: string
  /** The folder to restore into. */
  to: string
  /** The folder for private files; `undefined`: inside `to`, as the manifest says. */
  privateDir: string | undefined
  /** Deletes existing files in the target folders after the archive was verified. */
  replace: boolean
  /** Takes the records instead of files. */
  database?: SiteDatabase | undefined
  /** Whether the restored checkout may follow this remote; asked before anything is written. */
  allowRemote(remote: NamedRemote): boolean
  progress(line: string): void
}

/**
 * Restores a backup into an empty folder. Nothing is written before the whole archive was read and verified. Throws
 * `OperatorError`, `GitError`, or what the disk throws; then the folder is incomplete and must be
 * deleted.
 */
export async function restoreBackup({ file, replace, database, allowRemote, progress, ...options }: RestoreOptions) {
  const to = resolve(options.to)
  const manifest = await verifyBackup(file)
  const { git, places, committed, members, emptyFolders, made } = manifest
  progress(`The archive is whole: ${members.length} files, made ${made}`)
  const isAllowed = git?.remote ? allowRemote(git.remote) : false

  const folders: Record<Part, string> = {
    content: join(to, places.content),
    public: join(to, places.public),
    private: options.privateDir ? resolve(options.privateDir) : join(to, places.private),
  }
  const targets = [...(git ? [join(to, git.place)] : []), ...Object.values(folders)]
  await checkEmpty(targets, replace)
  if (database && !replace && !(await isEmpty(database.connection)))
    throw new OperatorError('The database has records already. Add --replace: then they are deleted.')
  await mkdir(to, { recursive: true })
  await makeFolder(to, folders.private, { isPrivate: true })
  const lock = await acquireProcessLock(folders.private)
  try {
    for (const folder of targets) await emptyFolder(folder, folders.private)
    await readArchive(file, async (path, pieces) => {
      if (path === MANIFEST) return void (await Array.fromAsync(pieces))
      const target = path === BUNDLE ? join(to, git?.place ?? '.', `.${BUNDLE}`) : targetOf(path, folders)
      await makeFolder(to, dirname(target), { isPrivate: path.startsWith('private/') })
      await rm(target, { force: true })
      const mode = path.startsWith('content/') || path.startsWith('public/') ? 0o644 : 0o600
      await pipeline(pieces, createWriteStream(target, { flags: 'wx', mode, flush: true }))
      await syncFolder(dirname(target))
      if (path === BUNDLE) await checkOut(target, manifest, to, folders)
    })
    for (const path of emptyFolders)
      await makeFolder(to, targetOf(path, folders), { isPrivate: path.startsWith('private/') })
    for (const { path, sha256 } of committed) {
      const bytes = await readBytes(targetOf(path, folders)).catch(() => undefined)
      if (!bytes || Bun.SHA256.hash(bytes, 'hex') !== sha256)
        throw new OperatorError(`${path} is not what it was. What was restored is not to be used.`)
    }
    if (database) {
      for (const line of await copyToDatabase(database, folders.private, { replace })) progress(`database: ${line}`)
      progress(
        `database: ${await copyImagesToDatabase({ connection: database.connection, publicDir: folders.public })}`,
      )
      await removeRecordFiles(folders.private)
    }
    // The backup may be of a site with another store.
    await correctStore(folders.private, database ? 'postgres' : 'files')
  } finally {
    await lock.release()
  }
  progress(`Restored to ${to}`)
  if (git?.remote) progress(await followRemote(git, isAllowed, to, folders))
  return manifest
}

function targetOf(path: string, folders: Record<Part, string>): string {
  const [part = '', ...rest] = path.split('/')
  return join(folders[part as Part], ...rest)
}

/** Rejects paths through links, because a commit can contain links. */
async function makeFolder(to: string, folder: string, { isPrivate = false } = {}): Promise<void> {
  await mkdir(folder, { recursive: true, ...(isPrivate && { mode: 0o700 }) })
  const inside = relative(to, folder)
  if (!inside.startsWith('..') && (await realpath(folder)) !== join(await realpath(to), inside))
    throw new OperatorError(`${folder} is a link. Nothing is restored through it.`)
}

/** Checks out the commit and deletes what was in no file at the moment of the backup. Files that differ follow. */
async function checkOut(bundle: string, manifest: Manifest, to: string, folders: Record<Part, string>) {
  if (!manifest.git) return
  await cloneBundle(dirname(bundle), bundle, manifest.git)
  await rm(bundle)
  for (const folder of [folders.content, folders.public]) await makeFolder(to, folder)
  await deleteOthers(await readContentTree(folders.content), folders.content, manifest)
  await deleteOthers(await readPublicTree(folders.public), folders.public, manifest)
}

/** Deletes the files and links of a checked out folder that the backup does not have as they are in the commit. */
async function deleteOthers(tree: Tree, folder: string, { committed, links }: Manifest): Promise<void> {
  const unchanged = new Set([...committed.map(({ path }) => path), ...(links ?? [])])
  const found = links ? [...tree.files, ...tree.links] : tree.files
  for (const path of found.filter((one) => !unchanged.has(`${tree.part}/${one}`))) {
    await rm(join(folder, path))
    await removeEmpty(folder, dirname(path))
  }
}

/** Deletes a folder and those around it as far as nothing is in them. */
async function removeEmpty(root: string, below: string): Promise<void> {
  if (below === '.') return
  const isRemoved = await rmdir(join(root, below)).then(
    () => true,
    () => false,
  )
  if (isRemoved) await removeEmpty(root, dirname(below))
}

/** Connects the checkout to its remote if that is allowed. Returns a message for the operator. */
async function followRemote(
  { place, branch, remote }: NonNullable<Manifest['git']>,
  isAllowed: boolean,
  to: string,
  folders: Record<Part, string>,
): Promise<string> {
  if (!remote || branch === null) return 'The backup names no branch that could follow a remote.'
  const named = `the remote ${remote.name} (${withoutSecret(remote.url)})`
  if (!isAllowed) return `The checkout is not connected to ${named}. To connect it, restore again with --with-remote.`
  if (!(await isElsewhere(remote.url, [to, folders.private])))
    return `The checkout is not connected to ${named}: that folder is missing, or it came out of the backup.`
  await connectRemote(join(to, place), branch, remote)
  return `The checkout follows ${named}.`
}

/** A remote's URL for people, without the password or token that it may hold. */
export const withoutSecret = (url: string) => url.replace(/^(https?:\/\/)[^/@]*@/, '$1***@')

/** A repository from the archive could contain hooks, which a push would run. */
async function isElsewhere(url: string, restored: readonly string[]): Promise<boolean> {
  if (!/^(?:\/|file:)/.test(url)) return true
  const real = await realpath(url.startsWith('/') ? url : Bun.fileURLToPath(url)).catch(() => undefined)
  const roots = await Promise.all(restored.map((root) => realpath(root)))
  return real !== undefined && roots.every((root) => !`${real}${sep}`.startsWith(`${root}${sep}`))
}

/** Throws `OperatorError` when a folder is not empty, unless `replace` is set. */
async function checkEmpty(folders: readonly string[], replace: boolean): Promise<void> {
  for (const folder of folders) {
    if ((await namesIn(folder)).every((name) => PROCESS_LOCK_FILES.has(name))) continue
    if (!replace)
      throw new OperatorError(
        `${folder} is not empty. Name another folder with --to=, or add --replace: then what is there is deleted.`,
      )
    if (`${process.cwd()}${sep}`.startsWith(`${folder}${sep}`))
      throw new OperatorError(`You are in ${folder}, which would be deleted. Run this from somewhere else.`)
  }
}

/** Deletes everything in a folder except the lock that this process holds in `privateDir`. */
async function emptyFolder(folder: string, privateDir: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    if (folder === privateDir && PROCESS_LOCK_FILES.has(name)) continue
    if (`${privateDir}${sep}`.startsWith(`${path}${sep}`)) await emptyFolder(path, privateDir)
    else await rm(path, { recursive: true, force: true })
  }
}

async function namesIn(folder: string): Promise<string[]> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found) return []
  if (!found.isDirectory()) throw new OperatorError(`${folder} is no folder. Name another one with --to=.`)
  return readdir(folder)
}
