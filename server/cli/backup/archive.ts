import { once } from 'node:events'
import { open } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import tar from 'tar-stream'
import { OperatorError } from '#server/lib/errors.ts'
import { untilAborted } from '#server/lib/until-aborted.ts'
import { BUNDLE, checkName, MANIFEST, type Manifest, type Member, parseManifest } from './manifest.ts'

export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

/** Enough for a manifest of a million files. */
const MANIFEST_MAX_BYTES = 256 * 1024 * 1024

/** Writes a tar.gz as a stream, so that no file must fit into memory. `copy` gets the same bytes. Throws what the disk throws. */
export function createArchive(out: Writable, signal?: AbortSignal, copy?: Writable) {
  const pack = tar.pack()
  const written = copy ? pipeline(pack, createGzip(), copiedTo(copy), out) : pipeline(pack, createGzip(), out)
  // Reported by `add` and `finish`.
  written.catch(() => {})
  return {
    /** Returns the member for the manifest. Throws when the pieces do not have this size. */
    async add(path: string, size: number, pieces: Pieces): Promise<Member> {
      const sum = new Bun.CryptoHasher('sha256')
      async function* hashed() {
        for await (const piece of untilAborted(pieces, signal)) {
          sum.update(piece)
          yield piece
        }
      }
      signal?.throwIfAborted()
      try {
        await pipeline(hashed(), pack.entry({ name: path, size, mode: 0o600, mtime: new Date(0) }))
      } catch (error) {
        // What ended the archive counts.
        if (pack.destroyed) await written
        throw error
      }
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

/** Passes bytes on, no faster than `copy` takes them. Throws when that is closed. */
const copiedTo = (copy: Writable) =>
  async function* copied(pieces: AsyncIterable<Uint8Array>) {
    const signal = closingOf(copy)
    for await (const piece of pieces) {
      if (!copy.write(piece)) await once(copy, 'drain', { signal })
      yield piece
    }
    copy.end()
  }

function closingOf(stream: Writable): AbortSignal {
  const closing = new AbortController()
  if (stream.destroyed) closing.abort()
  else stream.once('close', () => closing.abort())
  return closing.signal
}

/**
 * Reads a tar.gz as a stream; `take` reads each member to its end. Throws `OperatorError` for a damaged archive, and for
 * links, devices and unexpected names.
 */
export async function readArchive(
  from: string | Readable,
  take: (path: string, pieces: AsyncIterable<Uint8Array>) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const opened = typeof from === 'string' ? await open(from) : from
  const source = 'createReadStream' in opened ? opened.createReadStream() : opened
  const extract = tar.extract()
  const read = pipeline(source, createGunzip(), extract)
  read.catch(() => {})
  const seen = new Set<string>()
  try {
    for await (const entry of undamaged(extract)) {
      const { name, type, size = 0 } = entry.header
      if (type !== 'file')
        throw new OperatorError('The archive holds a link or something else that is no file. It is not used.')
      checkName(name)
      if (seen.has(name)) throw new OperatorError('The archive holds a file twice. It is not used.')
      if (name === MANIFEST && size > MANIFEST_MAX_BYTES)
        throw new OperatorError('The manifest of the archive is too large. It is not used.')
      seen.add(name)
      signal?.throwIfAborted()
      await take(name, untilAborted(undamaged(entry as AsyncIterable<Uint8Array>), signal))
    }
    await read.catch(throwDamaged)
  } finally {
    source.destroy()
  }
}

async function* undamaged<Piece>(stream: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  try {
    yield* stream
  } catch {
    throwDamaged()
  }
}

function throwDamaged(): never {
  throw new OperatorError('The archive is damaged, or cut off. It is not used.')
}

/**
 * Reads a whole archive without writing. Returns its manifest when every file is present and unchanged. Throws
 * `OperatorError`.
 */
export async function verifyBackup(from: string | Readable, signal?: AbortSignal): Promise<Manifest> {
  const found = new Map<string, Member>()
  let manifest: Manifest | undefined
  await readArchive(
    from,
    async (path, pieces) => {
      if (path === MANIFEST) manifest = parseManifest(Buffer.concat(await Array.fromAsync(pieces)).toString())
      else found.set(path, await memberOf(path, pieces))
    },
    signal,
  )
  if (!manifest)
    throw new OperatorError('The archive has no manifest: it is no backup, or only a part of one. It is not used.')
  const { members, git, committed } = manifest
  const wrong = members.filter((member) => !Bun.deepEquals(found.get(member.path), member))
  if (wrong.length > 0)
    throw new OperatorError(
      `The archive is damaged: ${wrong.length} of its files are not what they were. It is not used.`,
    )
  if (new Set(members.map(({ path }) => path)).size !== found.size)
    throw new OperatorError('The archive holds files that its manifest does not name. It is not used.')
  if ((git !== null) !== found.has(BUNDLE) || (git === null && committed.length > 0))
    throw new OperatorError('The archive lacks the history that its manifest names. It is not used.')
  return manifest
}

/** Reads a member to its end. Throws what the pieces throw. */
export async function memberOf(path: string, pieces: AsyncIterable<Uint8Array>): Promise<Member> {
  const sum = new Bun.CryptoHasher('sha256')
  let size = 0
  for await (const piece of pieces) {
    sum.update(piece)
    size += piece.byteLength
  }
  return { path, size, sha256: sum.digest('hex') }
}
