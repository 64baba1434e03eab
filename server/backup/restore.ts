import { lstat, mkdir, open, realpath, rm } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { readBytes } from '#server/files/read-file.ts'
import { syncFolder } from '#server/files/replace-file.ts'
import { type Pieces, readArchive, sha256 } from './archive.ts'
import { cloneBundle } from './git-part.ts'
import { filesBelow } from './look.ts'
import { BUNDLE, checkName, MANIFEST, type Manifest, type Part, parts } from './manifest.ts'
import { BackupRefused } from './refusals.ts'
import { verifyBackup } from './verify.ts'

export type RestoreOptions = {
  file: string
  /** The folder that the site comes to stand in. */
  to: string
  /** Deletes what is where the site's files come to lie, once the archive has been found to be whole. */
  replace: boolean
  progress(line: string): void
}

/**
 * Puts a backup into an empty folder. Nothing is written before the whole archive has been read and checked. Throws
 * `BackupRefused`, `GitFailed`, or what the disk throws: what is there then is to be deleted.
 */
export async function restoreBackup({ file, to: folder, replace, progress }: RestoreOptions): Promise<Manifest> {
  const to = resolve(folder)
  const manifest = await verifyBackup(file)
  for (const { path } of manifest.committed) checkName(path)
  progress(`The archive is whole: ${manifest.members.length} files, made ${manifest.made}`)
  await makeRoom(placesOf(manifest, to), replace)
  await mkdir(to, { recursive: true })
  const sums = new Map(manifest.members.map(({ path, sha256 }) => [path, sha256]))
  await readArchive(file, (path, pieces) => putMember({ path, pieces, wanted: sums.get(path), manifest, to }))
  await checkCommitted(manifest, to)
  progress(`Restored to ${to}`)
  return manifest
}

const placesOf = ({ git, places }: Manifest, to: string) =>
  [...(git ? [git.place] : []), ...parts.map((part) => places[part])].map((place) => resolve(to, place))

async function makeRoom(places: readonly string[], replace: boolean): Promise<void> {
  for (const place of places) {
    const taken = await firstIn(place)
    if (taken === undefined) continue
    if (!replace)
      throw new BackupRefused(
        `${place} is not empty. Name another folder with --to=, or add --replace: then what is there is deleted.`,
      )
    if (`${process.cwd()}${sep}`.startsWith(`${place}${sep}`))
      throw new BackupRefused(`You are in ${place}, which would be deleted. Run this from somewhere else.`)
    for (const entry of await topOf(place)) await rm(join(place, entry), { recursive: true, force: true })
  }
}

const firstIn = async (folder: string) => (await topOf(folder)).find(() => true)
async function topOf(folder: string): Promise<string[]> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found) return []
  if (!found.isDirectory()) throw new BackupRefused(`${folder} is no folder. Name another one with --to=.`)
  return (await Array.fromAsync(new Bun.Glob('*').scan({ cwd: folder, dot: true, onlyFiles: false }))).sort()
}

type Put = { path: string; pieces: Pieces; wanted: string | undefined; manifest: Manifest; to: string }

async function putMember({ path, pieces, wanted, manifest, to }: Put): Promise<void> {
  if (path === MANIFEST) {
    for await (const _ of pieces);
    return
  }
  const place = join(to, path === BUNDLE ? join(manifest.git?.place ?? '.', `.${BUNDLE}`) : placeOf(path, manifest))
  await makeFolders(to, dirname(place), path.startsWith('private/'))
  if ((await put(place, pieces, path.startsWith('content/') || path.startsWith('public/') ? 0o644 : 0o600)) !== wanted)
    throw new BackupRefused('The archive has changed while it was read. What was restored is not to be used.')
  if (path === BUNDLE) await checkOut(place, manifest, to)
}

function placeOf(path: string, { places }: Manifest): string {
  const [part = '', ...rest] = path.split('/')
  return join(places[part as Part], ...rest)
}

/** No file is ever written through a link, whoever put that there: a commit can hold links. */
async function makeFolders(to: string, folder: string, isPrivate: boolean): Promise<void> {
  await mkdir(folder, { recursive: true, ...(isPrivate && { mode: 0o700 }) })
  const [root, real] = await Promise.all([realpath(to), realpath(folder)])
  if (real !== join(root, folder.slice(to.length)))
    throw new BackupRefused(`${folder} is a link. Nothing is restored through it.`)
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

/** The checkout first, without what lay in no file at that moment; then come the files that differ. */
async function checkOut(bundle: string, manifest: Manifest, to: string): Promise<void> {
  const { git, places, committed } = manifest
  if (!git) return
  const folder = join(to, git.place)
  await mkdir(folder, { recursive: true })
  await cloneBundle(folder, resolve(bundle), git)
  await rm(bundle)
  const kept = new Set(committed.map(({ path }) => path))
  for (const part of ['content', 'public'] as const) {
    const place = join(to, places[part])
    await makeFolders(to, place, false)
    for (const file of await filesBelow(place)) if (!kept.has(`${part}/${file}`)) await rm(join(place, file))
  }
}

async function checkCommitted(manifest: Manifest, to: string): Promise<void> {
  for (const { path, sha256: wanted } of manifest.committed) {
    const bytes = await readBytes(join(to, placeOf(path, manifest))).catch(() => undefined)
    if (!bytes || sha256().update(bytes).digest('hex') !== wanted)
      throw new BackupRefused(`${path} is not what it was. What was restored is not to be used.`)
  }
}
