import { type Pieces, readArchive, sha256 } from './archive.ts'
import { BackupError } from './errors.ts'
import { BUNDLE, MANIFEST, type Manifest, type Member, parseManifest } from './manifest.ts'

/** More than the manifest of a million files. */
const MANIFEST_MAX_BYTES = 256 * 1024 * 1024

/** Reads an archive to its end and writes nothing. Gives its manifest where every file is there, and what it was. Throws `BackupError`. */
export async function verifyBackup(file: string): Promise<Manifest> {
  const found = new Map<string, Member>()
  let manifest: Manifest | undefined
  await readArchive(file, async (path, pieces) => {
    if (path === MANIFEST) manifest = parseManifest(await textOf(pieces))
    else found.set(path, await sumOf(path, pieces))
  })
  if (!manifest)
    throw new BackupError('The archive has no manifest: it is no backup, or only a part of one. It is not used.')
  const { members, git, committed } = manifest
  const wrong = members.filter(
    ({ path, size, sha256 }) => found.get(path)?.size !== size || found.get(path)?.sha256 !== sha256,
  )
  if (wrong.length > 0)
    throw new BackupError(
      `The archive is damaged: ${wrong.length} of its files are not what they were. It is not used.`,
    )
  if (members.length !== found.size || new Set(members.map(({ path }) => path)).size !== found.size)
    throw new BackupError('The archive holds files that its manifest does not name. It is not used.')
  if ((git !== null) !== found.has(BUNDLE) || (git === null && committed.length > 0))
    throw new BackupError('The archive lacks the history that its manifest names. It is not used.')
  return manifest
}

async function sumOf(path: string, pieces: Pieces): Promise<Member> {
  const sum = sha256()
  let size = 0
  for await (const piece of pieces) {
    sum.update(piece)
    size += piece.byteLength
  }
  return { path, size, sha256: sum.digest('hex') }
}

async function textOf(pieces: Pieces): Promise<string> {
  const all: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.byteLength
    if (size > MANIFEST_MAX_BYTES) throw new BackupError('The manifest of the archive is too large. It is not used.')
    all.push(piece)
  }
  return Buffer.concat(all).toString('utf8')
}
