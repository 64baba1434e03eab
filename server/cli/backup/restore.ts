import { lstat, readdir, realpath, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { describeSite } from '#server/cli/which-site.ts'
import type { SiteDatabase } from '#server/database/database.ts'
import { isEmpty } from '#server/database/transfer.ts'
import { OperatorError } from '#server/lib/errors.ts'
import { acquireProcessLock, PROCESS_LOCK_FILES } from '#server/storage/locks.ts'
import { correctStore } from '#server/storage/store-marker.ts'
import { RESTORING, type Restore, readRestore, restoreSentence } from '#server/storage/unfinished-restore.ts'
import { readArchive, verifyBackup } from './archive.ts'
import { finishRestore, throwUnchanged, undoAfter, undoRestore } from './finish-restore.ts'
import { cloneBundle, connectRemote } from './git-bundle.ts'
import { BUNDLE, countOf, MANIFEST, type Manifest, type NamedRemote } from './manifest.ts'
import { readContentTree, readPublicTree } from './snapshot.ts'
import { assertSpace, makeFolder, rootsOf, stagedPath, type Targets, targetOf, writeStaged } from './staging.ts'
import { removeLeftovers, writeJournal } from './swap.ts'
import type { Tree } from './tree.ts'
import { verifyRecords, verifyStaged } from './verify-staged.ts'

type RestoreOptions = {
  file: string
  /** The folder to restore into. */
  to: string
  /** The folder for private files; `undefined`: inside `to`, as the manifest says. */
  privateDir: string | undefined
  /** Replaces existing files in the target folders. */
  replace: boolean
  /** Takes the records instead of files. */
  database?: SiteDatabase | undefined
  databaseUrl?: string | undefined
  /** Whether the restored checkout may follow this remote; asked before anything is written. */
  allowRemote(remote: NamedRemote): boolean
  progress(line: string): void
  signal?: AbortSignal | undefined
}

/**
 * Restores a backup. The archive is read and verified, extracted next to the existing files, and verified again; only then
 * are the folders replaced, by renames. An error leaves what was there before. After a crash the site does not start until
 * `--finish` or `--undo`. Throws `OperatorError`, `GitError`, `StorageError`.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { file, replace, database, allowRemote, progress, signal } = options
  const to = resolve(options.to)
  const manifest = await verifyBackup(file, signal)
  const { git, places, made } = manifest
  progress(`The archive is whole: ${countOf(manifest)}, made ${made}`)
  const isAllowed = git?.remote ? allowRemote(git.remote) : false
  const targets: Targets = {
    content: join(to, places.content),
    public: join(to, places.public),
    private: options.privateDir ? resolve(options.privateDir) : join(to, places.private),
    checkout: git ? join(to, git.place) : undefined,
  }
  const roots = rootsOf(targets)
  const { content: contentDir, private: privateDir, public: publicDir } = targets
  const { databaseUrl } = options
  progress(`Restoring ${describeSite({ contentDir, storageDir: dirname(publicDir), privateDir, databaseUrl })}`)
  await checkEmpty(roots, replace)
  if (database && !replace && !(await isEmpty(database.connection)))
    throw new OperatorError('The database has records already. Add --replace: then they are deleted.')
  const restore: Restore = {
    phase: 'extracting',
    made,
    roots,
    moves: [],
    inDatabase: database !== undefined,
    private: privateDir,
    public: publicDir,
  }
  async function prepare(): Promise<void> {
    await removeEarlierAttempts(roots)
    await assertSpace(manifest, targets, roots)
  }
  async function stage(): Promise<void> {
    // That of the private files counts.
    for (const root of roots.toReversed()) await writeJournal(restore, root)
    await extract(options, manifest, targets, roots)
    await verifyStaged(manifest, targets, roots)
    if (database) await verifyRecords(privateDir, roots)
    // The backup may be of a site with another store.
    await correctStore(stagedPath(privateDir, roots), database ? 'postgres' : 'files')
    if (git?.remote) progress(await followRemote(git, isAllowed, to, targets, roots))
  }
  const extracted: Restore = { ...restore, phase: database ? 'database' : 'ready' }
  await makeRoots(to, roots, privateDir).catch(throwUnchanged)
  const lock = await acquireProcessLock(privateDir)
  try {
    await prepare().catch(throwUnchanged)
    await stage()
      .then(() => writeJournal(extracted))
      .catch((error) => undoAfter(error, restore, database))
    await finishRestore(extracted, { database, progress })
  } finally {
    await lock.release()
  }
  progress(`Restored to ${to}: ${countOf(manifest)}`)
  return manifest
}

async function makeRoots(to: string, roots: readonly string[], privateDir: string): Promise<void> {
  for (const root of roots) {
    const isPrivate = root === privateDir
    await makeFolder(isPrivate ? root : to, root, { isPrivate })
  }
}

/** Deletes what attempts left that replaced nothing. Throws `OperatorError` for one that did. */
async function removeEarlierAttempts(roots: readonly string[]): Promise<void> {
  for (const root of roots) {
    const earlier = await readRestore(root)
    if (earlier && earlier.phase !== 'extracting') throw new OperatorError(restoreSentence(earlier))
    if (earlier) await undoRestore(earlier, undefined)
  }
  await removeLeftovers(roots)
}

/** Extracts everything next to the existing files. */
async function extract(
  { file, signal }: Pick<RestoreOptions, 'file' | 'signal'>,
  manifest: Manifest,
  targets: Targets,
  roots: readonly string[],
): Promise<void> {
  const make = (folder: string) => makeStaged(folder, targets, roots)
  await readArchive(
    file,
    async (path, pieces) => {
      if (path === MANIFEST) return void (await Array.fromAsync(pieces))
      const { checkout = '' } = targets
      const target = path === BUNDLE ? join(checkout, `.${BUNDLE}`) : targetOf(path, targets)
      const staged = stagedPath(target, roots)
      await make(dirname(target))
      await rm(staged, { force: true })
      await writeStaged(staged, pieces, /^(?:content|public)\//.test(path) ? 0o644 : 0o600)
      if (path === BUNDLE) await checkOut(staged, manifest, targets, roots)
    },
    signal,
  )
  await make(targets.content)
  for (const path of manifest.emptyFolders) await make(targetOf(path, targets))
}

/** Makes the folder beside which a target will be. */
async function makeStaged(target: string, targets: Targets, roots: readonly string[]): Promise<void> {
  const isPrivate = `${target}${sep}`.startsWith(targets.private + sep)
  const root = stagedPath(roots.toReversed().find((one) => `${target}${sep}`.startsWith(one + sep)) ?? '', roots)
  await makeFolder(root, stagedPath(target, roots), { isPrivate })
}

/** Checks out the commit and deletes what was in no file at the moment of the backup. Files that differ follow. */
async function checkOut(bundle: string, manifest: Manifest, targets: Targets, roots: readonly string[]) {
  if (!manifest.git) return
  await cloneBundle(dirname(bundle), bundle, manifest.git)
  await rm(bundle)
  for (const folder of [targets.content, targets.public]) await makeStaged(folder, targets, roots)
  const [content, publicDir] = [targets.content, targets.public].map((folder) => stagedPath(folder, roots))
  await deleteOthers(await readContentTree(content ?? ''), content ?? '', manifest)
  await deleteOthers(await readPublicTree(publicDir ?? ''), publicDir ?? '', manifest)
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

/** Connects the extracted checkout to its remote if that is allowed. Returns a message for the operator. */
async function followRemote(
  { branch, remote }: NonNullable<Manifest['git']>,
  isAllowed: boolean,
  to: string,
  targets: Targets,
  roots: readonly string[],
): Promise<string> {
  if (!remote || branch === null) return 'The backup names no branch that could follow a remote.'
  const named = `the remote ${remote.name} (${withoutSecret(remote.url)})`
  if (!isAllowed) return `The checkout is not connected to ${named}. To connect it, restore again with --with-remote.`
  if (!(await isElsewhere(remote.url, [to, targets.private])))
    return `The checkout is not connected to ${named}: that folder is missing, or it came out of the backup.`
  await connectRemote(stagedPath(targets.checkout ?? to, roots), branch, remote)
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

/** What a folder may have without being replaced. */
const IGNORED = new Set([...PROCESS_LOCK_FILES, RESTORING])

/** Throws `OperatorError` when there are files in a folder, unless `replace` is set. */
async function checkEmpty(folders: readonly string[], replace: boolean): Promise<void> {
  for (const folder of folders) {
    if (await hasNoFiles(folder)) continue
    if (!replace)
      throw new OperatorError(
        `${folder} is not empty. Name another folder with --to=, or add --replace: then what is there is deleted.`,
      )
    if (`${process.cwd()}${sep}`.startsWith(`${folder}${sep}`))
      throw new OperatorError(`You are in ${folder}, which would be deleted. Run this from somewhere else.`)
  }
}

/** Volumes come with empty folders. */
async function hasNoFiles(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined)
  if (!found) return true
  if (!found.isDirectory()) throw new OperatorError(`${folder} is no folder. Name another one with --to=.`)
  const entries = (await readdir(folder, { withFileTypes: true })).filter(({ name }) => !IGNORED.has(name))
  const empty = entries.map((one) => one.isDirectory() && hasNoFiles(join(folder, one.name)))
  return (await Promise.all(empty)).every(Boolean)
}
