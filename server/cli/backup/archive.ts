import { createReadStream } from 'node:fs'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import tar from 'tar-stream'
import { BackupError } from './errors.ts'
import { checkName, type Member } from './manifest.ts'

/** Whatever comes in pieces. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>

export const sha256 = () => new Bun.CryptoHasher('sha256')

/** Writes a tar.gz, member by member, so that no file has to fit into the memory. */
export function createArchive(out: Writable) {
  const pack = tar.pack()
  const written = pipeline(pack, createGzip(), out)
  const failed = new Promise<never>((_, reject) => written.catch(reject))
  failed.catch(() => {})

  return {
    /** Gives what the manifest says of it. Throws what the disk throws, and where the pieces are not of this size. */
    async add(path: string, size: number, pieces: Pieces): Promise<Member> {
      const sum = sha256()
      const entry = pack.entry({ name: path, size, mode: 0o600, mtime: new Date(0) })
      const closed = new Promise<void>((resolve, reject) => entry.on('close', () => resolve()).on('error', reject))
      closed.catch(() => {})
      for await (const piece of pieces) {
        sum.update(piece)
        if (!entry.write(piece))
          await Promise.race([new Promise<void>((go) => entry.once('drain', () => go())), closed, failed])
      }
      entry.end(null)
      await Promise.race([closed, failed])
      return { path, size, sha256: sum.digest('hex') }
    },
    /** Returns once everything is written out. */
    async finish(): Promise<void> {
      pack.finalize()
      await written
    },
  }
}
export type Archive = ReturnType<typeof createArchive>

/**
 * Reads a tar.gz, member by member; `take` reads each to its end. Throws `BackupError` for an archive that is damaged, or
 * holds anything but plain files with names that a backup has: links, devices, ways up and out.
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

/** What gzip and tar say of bytes that they do not understand. */
const isDamage = (error: unknown) =>
  error instanceof Error &&
  (/^Z_|^ERR_(?:STREAM|ZLIB)/.test('code' in error ? String(error.code) : '') ||
    /unexpected end|header|incorrect|premature|invalid/i.test(error.message)) &&
  !(error instanceof BackupError)
