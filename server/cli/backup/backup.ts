import { mkdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { copyImagesToFiles } from '#server/cli/move/unsaved-images.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { headOf, listFiles, prefixOf, type Repository } from '#server/git/runner/repository.ts'
import { recordBackup } from '#server/ops/last-backup.ts'
import { temporaryFor } from '#server/storage/files.ts'
import { createArchive, type Pieces } from './archive.ts'
import { assertSite } from './assert-site.ts'
import { branchOf, openGit, writeBundle } from './git-bundle.ts'
import { BUNDLE, MANIFEST, type Manifest, parseManifest } from './manifest.ts'
import { type CommitState, createMembers } from './members.ts'
import { closeAll, type OpenedLog, openLogs, readPublicTree, readSnapshot, type Snapshot } from './snapshot.ts'
import { openStored } from './stored-records.ts'
import { type LeftOut, readWhole } from './tree.ts'

export type BackupOptions = {
  contentDir: string
  storageDir: string
  privateDir: string
  version: string
  /** `undefined`: the build does not say it. */
  commit?: string | undefined
  databaseUrl?: string | undefined
  /** Has the records instead of files. */
  database?: Pick<SiteDatabase, 'connection' | 'store'> | undefined
  /** Saves a site without an administrator, and one beside the one that runs. */
  allowEmpty?: boolean
  now(): Date
  progress(line: string): void
  signal?: AbortSignal | undefined
  /** Opens the file of the archive; full in tests. */
  createFile?: (path: string) => Writable
}

/** `leftOut`: entries that exist and are not in the archive. */
export type Written = { manifest: Manifest; leftOut: LeftOut[] }

/**
 * Writes everything into one archive while the site runs: content and small files as of one moment, then the logs as of
 * a later one, then the images, so that everything that is referenced is present. In a git checkout, commits are stored
 * as a bundle of all branches, and only files that differ from the commit as files. Throws `OperatorError`, or what the
 * disk throws.
 */
export async function writeBackup(out: Writable, options: BackupOptions, copy?: Writable): Promise<Written> {
  const { contentDir, storageDir, privateDir, version, commit, database, now, progress } = options
  const publicDir = join(storageDir, 'public')
  const { repository, without } = await openGit(contentDir)
  if (without) progress(`The history is not in the backup: ${without}.`)
  const headNow = async () => repository && headOf(repository.git)
  const snapshot = await readSnapshot({ contentDir, privateDir, headOf: headNow })
  const made = now().toISOString()
  const stored = database ? await openStored(database) : []
  const isStored = (path: string) => stored.some((one) => one.path === path)
  const unreadableLogs: LeftOut[] = []
  const logs = [...(await openLogs(privateDir, isStored, unreadableLogs)), ...stored]
  await using opened = new AsyncDisposableStack()
  opened.defer(async () => void (await closeAll(logs)))
  if (!options.allowEmpty) {
    const accounts = await accountsIn(logs, snapshot)
    await assertSite(options, { accounts, hasContent: snapshot.content.tree.files.length > 0 })
  }
  const head = snapshot.head ?? ''
  const git = repository && { repository, head, blobs: await listFiles(repository.git, ['ls-tree', '-r', head]) }

  const archive = createArchive(out, options.signal, copy)
  const { added, leftOut, add, addTree } = createMembers(archive, git)
  if (git) await addBundle(git.repository, join(privateDir, 'backups'), add)
  const { content, private: small } = snapshot
  const texts = await addTree(content.tree, contentDir, async (file) => content.read.get(file))
  progress(`content: ${texts} files${git ? `, git up to ${head.slice(0, 7)}` : ''}`)
  if (database) await copyImagesToFiles({ ...database, publicDir })
  const images = await addTree(await readPublicTree(publicDir), publicDir, (file) => readWhole(join(publicDir, file)))
  progress(`storage/public: ${images} files`)
  const bytesOf = async (file: string) => (isStored(file) ? undefined : small.read.get(file))
  const files = await addTree(small.tree, privateDir, bytesOf)
  for (const { path, size, pieces } of logs) await add(`private/${path}`, size, pieces())
  leftOut.push(...unreadableLogs)
  progress(`storage/private: ${files} files, ${logs.length} logs`)
  for (const { path, reason } of leftOut) progress(`Left out: ${path}: ${reason}.`)

  const restored = git ? await describeGit(git, options) : { git: null, places: placesIn('storage', 'content') }
  const manifest: Manifest = {
    format: 1,
    made,
    version,
    ...(commit !== undefined && { commit }),
    ...restored,
    ...added,
  }
  const text = JSON.stringify(manifest, null, 1)
  // A restore would reject another one.
  parseManifest(text)
  const bytes = Buffer.from(text)
  await archive.add(MANIFEST, bytes.byteLength, [bytes])
  await archive.finish()
  return { manifest, leftOut }
}

/** The text of the accounts, wherever they are. */
async function accountsIn(stored: readonly OpenedLog[], snapshot: Snapshot): Promise<string | undefined> {
  const row = stored.find(({ path }) => path === ACCOUNTS)
  const bytes = row ? Buffer.concat(await Array.fromAsync(row.pieces())) : snapshot.private.read.get(ACCOUNTS)
  return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : undefined
}

const ACCOUNTS = 'admin.json'

/** Its size has to be known before it is written. Not in the folder for temporary files, which may be in memory. */
async function addBundle(
  repository: Repository,
  folder: string,
  add: (path: string, size: number, pieces: Pieces) => Promise<void>,
) {
  const file = resolve(temporaryFor(join(folder, BUNDLE)))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeBundle(repository, file)
    await add(BUNDLE, (await stat(file)).size, Bun.file(file).stream())
  } finally {
    for (const path of [file, `${file}.lock`]) await rm(path, { force: true })
  }
}

const placesIn = (storage: string, content: string) => ({
  content,
  public: join(storage, 'public'),
  private: join(storage, 'private'),
})

/** Restored folders keep their relative positions, as far as they are inside the checkout. */
async function describeGit(
  { repository, head }: CommitState,
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

/** Called when a backup that has everything is on its disk. Throws what the disk and the database throw. */
export const recordStored = ({
  privateDir,
  now,
  database,
}: Pick<BackupOptions, 'privateDir' | 'now' | 'database'>): Promise<void> =>
  recordBackup(privateDir, now(), database?.store)
