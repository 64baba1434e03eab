import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { blobId } from '#server/git/objects.ts'
import type { Repository } from '#server/git/repository.ts'
import { readBytes } from '#server/storage/files.ts'
import { type Archive, createArchive, sha256 } from './archive.ts'
import { blobsAt, branchOf, headOf, openGit, placeIn, writeBundle } from './git-bundle.ts'
import { BUNDLE, MANIFEST, type Manifest } from './manifest.ts'
import { filesBelow, isIncluded, isLog, logsNow, readConsistently } from './snapshot.ts'

export type BackupOptions = {
  contentDir: string
  storageDir: string
  privateDir: string
  version: string
  now(): Date
  progress(line: string): void
}
type InGit = { repository: Repository; head: string; blobs: Map<string, string> }

/**
 * Writes everything into one archive while the site runs: content and small files as of one moment, then the logs as of
 * a later one, then the images, so that everything that is referenced is present. In a git checkout, commits are stored
 * as a bundle of all branches, and only files that differ from the commit as files. Throws `BackupError`, or what the
 * disk throws.
 */
export async function writeBackup(out: Writable, options: BackupOptions): Promise<Manifest> {
  const { contentDir, storageDir, privateDir, version, now, progress } = options
  const publicDir = join(storageDir, 'public')
  const repository = await openGit(contentDir)
  const archive = createArchive(out)
  const members: Manifest['members'] = []
  const committed: Manifest['committed'] = []
  const add = async (...member: Parameters<Archive['add']>) => void members.push(await archive.add(...member))

  const small = async () => (await filesBelow(privateDir)).filter((one) => isIncluded(one) && !isLog(one))
  const { held, marked: head } = await readConsistently(
    [
      { folder: contentDir, list: () => filesBelow(contentDir) },
      { folder: privateDir, list: small },
    ],
    { mark: async () => (repository ? headOf(repository.git) : ''), isQuiet: () => isQuiet(privateDir) },
  )
  const made = now().toISOString()
  const [content = new Map(), kept = new Map()] = held
  const inGit = repository && { repository, head, blobs: await blobsAt(repository, head) }
  const logs = await logsNow(
    privateDir,
    (await filesBelow(privateDir)).filter((one) => isIncluded(one) && isLog(one)),
  )

  async function addUnlessCommitted(path: string, bytes: Uint8Array, place: string | undefined) {
    const blob = inGit && place !== undefined && inGit.blobs.get(place)
    if (blob && blob === blobId(bytes, inGit.head))
      committed.push({ path, sha256: sha256().update(bytes).digest('hex') })
    else await add(path, bytes.byteLength, [bytes])
  }

  async function addFolder(
    part: 'content' | 'public',
    files: Iterable<string>,
    read: (file: string) => Promise<Uint8Array>,
  ) {
    const dir = part === 'content' ? contentDir : publicDir
    const place = inGit && (await placeIn(inGit.repository, dir))
    for (const file of files) {
      const inCheckout = place === undefined ? undefined : place === '.' ? file : `${place}/${file}`
      await addUnlessCommitted(`${part}/${file}`, await read(file), inCheckout)
    }
  }

  try {
    if (inGit) await addBundle(inGit, add)
    await addFolder('content', content.keys(), async (file) => content.get(file) ?? new Uint8Array())
    progress(`content: ${content.size} files${inGit ? `, git up to ${head.slice(0, 7)}` : ''}`)
    const pictures = await filesBelow(publicDir)
    await addFolder('public', pictures, (file) => readBytes(join(publicDir, file)))
    progress(`storage/public: ${pictures.length} files`)
    for (const [file, bytes] of kept) await add(`private/${file}`, bytes.byteLength, [bytes])
    for (const { path, size, pieces } of logs) await add(`private/${path}`, size, pieces())
    progress(`storage/private: ${kept.size} files, ${logs.length} logs`)
  } finally {
    await Promise.all(logs.map((log) => log.close()))
  }
  const git = inGit ? { ...(await gitPlaces(inGit, storageDir, contentDir)), head } : undefined
  const places = git?.places ?? placesBelow('storage', 'content')
  const followed = git && (await branchOf(git.repository))
  if (followed?.omitted)
    progress(
      'The remote of the checkout is not in the backup: a restore accepts https, http and ssh URLs and absolute paths.',
    )
  const manifest: Manifest = {
    format: 1,
    made,
    version,
    places,
    git: git && followed ? { place: git.place, head, branch: followed.branch, remote: followed.remote } : null,
    members,
    committed,
  }
  const text = new TextEncoder().encode(JSON.stringify(manifest, null, 1))
  await archive.add(MANIFEST, text.byteLength, [text])
  await archive.finish()
  return manifest
}

/** Whether no save waits for its commit: its bytes would be missing in the bundle. */
async function isQuiet(privateDir: string): Promise<boolean> {
  const queued = await filesBelow(join(privateDir, 'commit-queue'))
  return queued.length === 0
}

async function addBundle({ repository }: InGit, add: (...member: Parameters<Archive['add']>) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'))
  try {
    const file = join(folder, BUNDLE)
    await writeBundle(repository, file)
    await add(BUNDLE, (await stat(file)).size, Bun.file(file).stream())
  } finally {
    await rm(folder, { recursive: true })
  }
}

const placesBelow = (storage: string, content: string) => ({
  content,
  public: `${storage}/public`,
  private: `${storage}/private`,
})

/** Restored folders keep their relative positions, as far as they are inside the checkout. */
async function gitPlaces({ repository }: InGit, storageDir: string, contentDir: string) {
  const content = (await placeIn(repository, contentDir)) ?? 'content'
  if (content === '.') return { repository, place: 'content', places: placesBelow('storage', 'content') }
  const storage = (await placeIn(repository, storageDir)) ?? 'site-storage'
  return { repository, place: '.', places: placesBelow(storage, content) }
}
