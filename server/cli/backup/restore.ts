import { lstat, mkdir, open, realpath, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { readBytes, syncFolder } from '#server/storage/files.ts'
import { acquireProcessLock, PROCESS_LOCK_FILES } from '#server/storage/locks.ts'
import { type Pieces, readArchive, sha256, verifyBackup } from './archive.ts'
import { cloneBundle, connectRemote } from './git-bundle.ts'
import {
  BackupError,
  BUNDLE,
  checkName,
  folderOfRemote,
  MANIFEST,
  type Manifest,
  type NamedRemote,
  type Part,
  withoutSecret,
} from './manifest.ts'
import { filesBelow } from './snapshot.ts'

export type RestoreOptions = {
  file: string
  /** The folder to restore into. */
  to: string
  /** The folder for private files; `undefined`: inside `to`, as the manifest says. */
  privateDir?: string | undefined
  /** Deletes existing files in the target folders after the archive was verified. */
  replace: boolean
  /** Whether the restored checkout may follow this remote; asked before anything is written. */
  allowRemote(remote: NamedRemote): boolean | Promise<boolean>
  progress(line: string): void
}

/**
 * Restores a backup into an empty folder. Nothing is written before the whole archive was read and verified. Throws
 * `BackupError`, `ProcessLockError`, `GitError`, or what the disk throws; then the folder is incomplete and must be
 * deleted.
 */
export async function restoreBackup({
  file,
  to: folder,
  replace,
  allowRemote,
  progress,
  ...given
}: RestoreOptions): Promise<Manifest> {
  const to = resolve(folder)
  const manifest = await verifyBackup(file)
  const privateDir = given.privateDir && resolve(given.privateDir)
  for (const { path } of manifest.committed) checkName(path)
  progress(`The archive is whole: ${manifest.members.length} files, made ${manifest.made}`)
  const remote = manifest.git?.remote
  const isAllowed = remote ? await allowRemote(remote) : false
  const places = placesOf(manifest, to, privateDir)
  await checkRoom(places, replace)
  await mkdir(to, { recursive: true })
  const privatePlace = privateDir ?? join(to, manifest.places.private)
  await makeFolders(privateDir ?? to, privatePlace, true)
  const lock = await acquireProcessLock(privatePlace)
  try {
    for (const place of places) await emptyFolder(place, privatePlace)
    const sums = new Map(manifest.members.map(({ path, sha256 }) => [path, sha256]))
    await readArchive(file, (path, pieces) =>
      putMember({ path, pieces, wanted: sums.get(path), manifest, to, privateDir }),
    )
    await checkCommitted(manifest, to)
  } finally {
    await lock.release()
  }
  progress(`Restored to ${to}`)
  if (remote) progress(await remoteLine(manifest, isAllowed, to, privateDir))
  return manifest
}

const placesOf = ({ git, places }: Manifest, to: string, privateDir = places.private) =>
  [...(git ? [git.place] : []), places.content, places.public, privateDir].map((place) => resolve(to, place))

type Put = {
  path: string
  pieces: Pieces
  wanted: string | undefined
  manifest: Manifest
  to: string
  privateDir: string | undefined
}

async function putMember({ path, pieces, wanted, manifest, to, privateDir }: Put): Promise<void> {
  if (path === MANIFEST) {
    for await (const _ of pieces);
    return
  }
  const isPrivate = path.startsWith('private/')
  const root = (isPrivate && privateDir) || to
  const below = path === BUNDLE ? join(manifest.git?.place ?? '.', `.${BUNDLE}`) : placeOf(path, manifest)
  const place = root === to ? join(to, below) : join(root, path.slice('private/'.length))
  await makeFolders(root, dirname(place), isPrivate)
  if ((await put(place, pieces, path.startsWith('content/') || path.startsWith('public/') ? 0o644 : 0o600)) !== wanted)
    throw new BackupError('The archive has changed while it was read. What was restored is not to be used.')
  if (path === BUNDLE) await checkOut(place, manifest, to)
}

function placeOf(path: string, { places }: Manifest): string {
  const [part = '', ...rest] = path.split('/')
  return join(places[part as Part], ...rest)
}

/** Rejects paths through links, because a commit can contain links. */
async function makeFolders(to: string, folder: string, isPrivate: boolean): Promise<void> {
  await mkdir(folder, { recursive: true, ...(isPrivate && { mode: 0o700 }) })
  const [root, real] = await Promise.all([realpath(to), realpath(folder)])
  if (real !== join(root, folder.slice(to.length)))
    throw new BackupError(`${folder} is a link. Nothing is restored through it.`)
}

async function put(place: string, pieces: Pieces, mode: number): Promise<string> {
  const sum = sha256()
  await rm(place, { force: true })
  const file = await open(place, 'wx', mode)
  try {
    for await (const piece of pieces) {
      sum.update(piece)
      await file.writeFile(piece)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(dirname(place))
  return sum.digest('hex')
}

/** Checks out the commit and deletes what was in no file at the moment of the backup. Files that differ follow. */
async function checkOut(bundle: string, manifest: Manifest, to: string): Promise<void> {
  const { git, places, committed } = manifest
  if (!git) return
  const folder = join(to, git.place)
  await mkdir(folder, { recursive: true })
  await cloneBundle(folder, resolve(bundle), git)
  await rm(bundle)
  const committedPaths = new Set(committed.map(({ path }) => path))
  for (const part of ['content', 'public'] as const) {
    const place = join(to, places[part])
    await makeFolders(to, place, false)
    for (const file of await filesBelow(place)) if (!committedPaths.has(`${part}/${file}`)) await rm(join(place, file))
  }
}

/** Connects the checkout to its remote if that is allowed. Returns a message for the operator. */
async function remoteLine({ git }: Manifest, isAllowed: boolean, to: string, privateDir = to): Promise<string> {
  if (!git?.remote || git.branch === null) return 'The backup names no branch that could follow a remote.'
  const { name, url } = git.remote
  const named = `the remote ${name} (${withoutSecret(url)})`
  if (!isAllowed) return `The checkout is not connected to ${named}. To connect it, restore again with --with-remote.`
  const folder = folderOfRemote(url)
  if (folder !== undefined && !(await isOutside(folder, [to, privateDir])))
    return `The checkout is not connected to ${named}: that folder is missing, or it came out of the backup.`
  await connectRemote(join(to, git.place), git.branch, git.remote)
  return `The checkout follows ${named}.`
}

/** A repository from the archive could contain hooks, which a push would run. */
async function isOutside(folder: string, restored: readonly string[]): Promise<boolean> {
  const real = await realpath(folder).catch(() => undefined)
  const roots = await Promise.all(restored.map((root) => realpath(root).catch(() => root)))
  return real !== undefined && roots.every((root) => !`${real}${sep}`.startsWith(`${root}${sep}`))
}

async function checkCommitted(manifest: Manifest, to: string): Promise<void> {
  for (const { path, sha256: wanted } of manifest.committed) {
    const bytes = await readBytes(join(to, placeOf(path, manifest))).catch(() => undefined)
    if (!bytes || sha256().update(bytes).digest('hex') !== wanted)
      throw new BackupError(`${path} is not what it was. What was restored is not to be used.`)
  }
}

/** Throws `BackupError` when a folder is not empty, unless `replace` is set. */
export async function checkRoom(places: readonly string[], replace: boolean): Promise<void> {
  for (const place of places) {
    if ((await topOf(place)).every((entry) => PROCESS_LOCK_FILES.has(entry))) continue
    if (!replace)
      throw new BackupError(
        `${place} is not empty. Name another folder with --to=, or add --replace: then what is there is deleted.`,
      )
    if (`${process.cwd()}${sep}`.startsWith(`${place}${sep}`))
      throw new BackupError(`You are in ${place}, which would be deleted. Run this from somewhere else.`)
  }
}

/** Deletes everything in a folder except the lock that this process holds in `privatePlace`. */
export async function emptyFolder(folder: string, privatePlace: string): Promise<void> {
  for (const entry of await topOf(folder)) {
    const path = join(folder, entry)
    if (folder === privatePlace && PROCESS_LOCK_FILES.has(entry)) continue
    if (`${privatePlace}${sep}`.startsWith(`${path}${sep}`)) await emptyFolder(path, privatePlace)
    else await rm(path, { recursive: true, force: true })
  }
}

async function topOf(folder: string): Promise<string[]> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found) return []
  if (!found.isDirectory()) throw new BackupError(`${folder} is no folder. Name another one with --to=.`)
  return (await Array.fromAsync(new Bun.Glob('*').scan({ cwd: folder, dot: true, onlyFiles: false }))).sort()
}
