import { createReadStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import tar from 'tar-stream'
import { BackupError, BUNDLE, checkName, MANIFEST, type Manifest, type Member, parseManifest } from './manifest.ts'

export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

export const sha256 = () => new Bun.CryptoHasher('sha256')

/** Writes a tar.gz as a stream, so that no file must fit into memory. */
export function createArchive(out: Writable) {
  const pack = tar.pack()
  const written = pipeline(pack, createGzip(), out)
  const failed = new Promise<never>((_, reject) => written.catch(reject))
  failed.catch(() => {})

  return {
    /** Returns the member for the manifest. Throws what the disk throws, and when the pieces do not have this size. */
    async add(path: string, size: number, pieces: Pieces): Promise<Member> {
      const sum = sha256()
      async function* hashed() {
        for await (const piece of pieces) {
          sum.update(piece)
          yield piece
        }
      }
      const entry = pack.entry({ name: path, size, mode: 0o600, mtime: new Date(0) })
      await Promise.race([pipeline(hashed(), entry), failed])
      return { path, size, sha256: sum.digest('hex') }
    },
    /** Resolves when everything is written. */
    async finish(): Promise<void> {
      pack.finalize()
      await written
    },
  }
}
export type Archive = ReturnType<typeof createArchive>

/**
 * Reads a tar.gz as a stream; `take` reads each member to its end. Throws `BackupError` for a damaged archive, and for
 * links, devices and unexpected names.
 */
export async function readArchive(file: string, take: (path: string, pieces: Pieces) => Promise<void>): Promise<void> {
  const extract = tar.extract()
  const source = createReadStream(file)
  const read = pipeline(source, createGunzip(), extract)
  read.catch(() => {})
  const seen = new Set<string>()
  try {
    for await (const entry of extract) {
      const { name, type } = entry.header
      if (type !== 'file')
        throw new BackupError('The archive holds a link or something else that is no file. It is not used.')
      checkName(name)
      if (seen.has(name)) throw new BackupError('The archive holds a file twice. It is not used.')
      seen.add(name)
      await take(name, bytesOf(entry))
    }
    await read
  } catch (error) {
    source.destroy()
    throw isDamage(error) ? new BackupError('The archive is damaged, or cut off. It is not used.') : error
  }
}

async function* bytesOf(entry: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const piece of entry) if (piece instanceof Uint8Array) yield piece
}

/** Errors of gzip and tar for invalid bytes. */
const isDamage = (error: unknown) =>
  error instanceof Error &&
  (/^Z_|^ERR_(?:STREAM|ZLIB)/.test('code' in error ? String(error.code) : '') ||
    /unexpected end|header|incorrect|premature|invalid/i.test(error.message)) &&
  !(error instanceof BackupError)

/** Enough for a manifest of a million files. */
const MANIFEST_MAX_BYTES = 256 * 1024 * 1024

/**
 * Reads a whole archive without writing. Returns its manifest when every file is present and unchanged. Throws
 * `BackupError`.
 */
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
