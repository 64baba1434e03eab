import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { copyImagesToFiles } from '#server/cli/move/unsaved-images.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { blobId, headOf, listFiles, prefixOf, type Repository } from '#server/git/runner/repository.ts'
import { readBytes } from '#server/storage/files.ts'
import { type Archive, createArchive } from './archive.ts'
import { branchOf, openGit, writeBundle } from './git-bundle.ts'
import { BUNDLE, MANIFEST, type Manifest } from './manifest.ts'
import { filesBelow, openLogs, readSnapshot } from './snapshot.ts'
import { openStored } from './stored-records.ts'

export type BackupOptions = {
  contentDir: string
  storageDir: string
  privateDir: string
  version: string
  /** Has the records instead of files. */
  database?: Pick<SiteDatabase, 'connection'> | undefined
  now(): Date
  progress(line: string): void
}

/**
 * Writes everything into one archive while the site runs: content and small files as of one moment, then the logs as of
 * a later one, then the images, so that everything that is referenced is present. In a git checkout, commits are stored
 * as a bundle of all branches, and only files that differ from the commit as files. Throws `OperatorError`, or what the
 * disk throws.
 */
export async function writeBackup(out: Writable, options: BackupOptions): Promise<Manifest> {
  const { contentDir, storageDir, privateDir, version, database, now, progress } = options
  const publicDir = join(storageDir, 'public')
  const archive = createArchive(out)
  const members: Manifest['members'] = []
  const committed: Manifest['committed'] = []
  const add = async (...member: Parameters<Archive['add']>) => void members.push(await archive.add(...member))

  const repository = await openGit(contentDir)
  const headNow = async () => repository && headOf(repository.git)
  const snapshot = await readSnapshot({ contentDir, privateDir, headOf: headNow })
  const made = now().toISOString()
  const stored = database ? await openStored(database) : []
  const isStored = (path: string) => stored.some((one) => one.path === path)
  const logs = [...(await openLogs(privateDir, isStored)), ...stored]
  const git = repository && { repository, head: snapshot.head ?? '' }
  const blobs = git && (await listFiles(git.repository.git, ['ls-tree', '-r', git.head]))

  /** Returns a function that adds a file of this folder, unless the commit contains it like this. */
  async function adderFor(part: 'content' | 'public', dir: string) {
    const prefix = git && (await prefixOf(git.repository, dir))
    return async (file: string, bytes: Uint8Array): Promise<void> => {
      const path = `${part}/${file}`
      const blob = prefix === undefined ? undefined : blobs?.get(prefix + file)?.blob
      if (git && blob === blobId(bytes, git.head)) committed.push({ path, sha256: Bun.SHA256.hash(bytes, 'hex') })
      else await add(path, bytes.byteLength, [bytes])
    }
  }

  if (git) await addBundle(git.repository, add)
  const addContent = await adderFor('content', contentDir)
  for (const [file, bytes] of snapshot.content) await addContent(file, bytes)
  progress(`content: ${snapshot.content.size} files${git ? `, git up to ${git.head.slice(0, 7)}` : ''}`)
  if (database) await copyImagesToFiles({ ...database, publicDir })
  const images = await filesBelow(publicDir)
  const addImage = await adderFor('public', publicDir)
  for (const file of images) await addImage(file, await readBytes(join(publicDir, file)))
  progress(`storage/public: ${images.length} files`)
  for (const [file, bytes] of snapshot.private)
    if (!isStored(file)) await add(`private/${file}`, bytes.byteLength, [bytes])
  for (const { path, size, pieces, close } of logs) {
    await add(`private/${path}`, size, pieces()).finally(close)
  }
  progress(`storage/private: ${snapshot.private.size} files, ${logs.length} logs`)

  const restored = git ? await describeGit(git, options) : { git: null, places: placesIn('storage', 'content') }
  const manifest: Manifest = { format: 1, made, version, ...restored, members, committed }
  const text = Buffer.from(JSON.stringify(manifest, null, 1))
  await archive.add(MANIFEST, text.byteLength, [text])
  await archive.finish()
  return manifest
}

async function addBundle(repository: Repository, add: (...member: Parameters<Archive['add']>) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'))
  try {
    const file = join(folder, BUNDLE)
    await writeBundle(repository, file)
    await add(BUNDLE, (await stat(file)).size, Bun.file(file).stream())
  } finally {
    await rm(folder, { recursive: true })
  }
}

const placesIn = (storage: string, content: string) => ({
  content,
  public: `${storage}/public`,
  private: `${storage}/private`,
})

type GitState = { repository: Repository; head: string }

/** Restored folders keep their relative positions, as far as they are inside the checkout. */
async function describeGit(
  { repository, head }: GitState,
  { contentDir, storageDir, progress }: BackupOptions,
): Promise<Pick<Manifest, 'git' | 'places'>> {
  const { branch, remote, omitted } = await branchOf(repository)
  if (omitted)
    progress(
      'The remote of the checkout is not in the backup: a restore accepts https, http and ssh URLs and absolute paths.',
    )
  const placeOf = async (folder: string) => (await prefixOf(repository, folder))?.replace(/\/$/, '')
  const content = await placeOf(contentDir)
  if (content === '') return { git: { place: 'content', head, branch, remote }, places: placesIn('storage', 'content') }
  const storage = (await placeOf(storageDir)) ?? 'site-storage'
  return { git: { place: '.', head, branch, remote }, places: placesIn(storage, content ?? 'content') }
}
