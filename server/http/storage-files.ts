import { realpathSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Elysia } from 'elysia'
import { NotFoundError } from '#server/lib/errors.ts'
import { ifRangeMatches, isFresh } from './conditional.ts'
import { HttpError } from './errors.ts'
import { IMMUTABLE, storageHeaders } from './headers.ts'
import { rejectOtherMethods } from './method-not-allowed.ts'

class RangeNotSatisfiableError extends HttpError {
  readonly status = 416
  constructor(size: number) {
    super('This part of the file does not exist.', { 'content-range': `bytes */${size}` })
  }
}

/** GET and HEAD /storage/*: the files under `dir`, which must exist. Throws `NotFoundError` for everything else. */
export function storageFiles(dir: string) {
  const root = realpathSync(dir)
  const send = async ({ request, params }: { request: Request; params: { '*': string } }) => {
    const found = await storedFile(root, params['*'])
    if (!found) throw new NotFoundError()
    return respondWith(request, found)
  }
  return new Elysia({ name: 'storage-files' })
    .get('/storage/*', send)
    .use(rejectOtherMethods({ '/storage/*': ['GET'] }))
}

function respondWith(request: Request, found: StoredFile): Response {
  const headers = headersOf(found)
  if (isFresh(request.headers, found)) return new Response(null, { status: 304, headers })
  const range = rangeOf(request, found)
  if (range === 'unsatisfiable') throw new RangeNotSatisfiableError(found.size)
  const file = Bun.file(found.file)
  if (!range) return new Response(file, { headers })
  const part = `bytes ${range.start}-${range.end - 1}/${found.size}`
  return new Response(file.slice(range.start, range.end), {
    status: 206,
    headers: { ...headers, 'content-range': part },
  })
}

/** A range applies to GET only (RFC 9110, 14.2), and only if the file has not changed since. */
const rangeOf = ({ method, headers }: Request, found: StoredFile) =>
  method === 'GET' && ifRangeMatches(headers, found) ? byteRange(headers.get('range'), found.size) : undefined

const headersOf = ({ path, etag, modified }: StoredFile): Record<string, string> => ({
  ...storageHeaders,
  'content-type': typeOf(path) ?? 'application/octet-stream',
  'cache-control': isNamedByContent(path) ? IMMUTABLE : 'no-cache',
  'accept-ranges': 'bytes',
  'last-modified': modified.toUTCString(),
  etag,
  ...(isDocument(path) ? { 'content-disposition': 'attachment' } : {}),
})

export type StoredFile = { path: string; file: string; size: number; etag: string; modified: Date }

/**
 * Looks up a stored path under `root`, which must be a real path. Returns `undefined` if it is not a regular file: invalid paths
 * never reach the disk, and symlinks at any level are not followed.
 */
export async function storedFile(root: string, path: string): Promise<StoredFile | undefined> {
  if (!isStoredPath(path)) return undefined
  const file = join(root, path)
  try {
    if ((await realpath(file)) !== file) return undefined
    const found = await stat(file, { bigint: true })
    if (!found.isFile()) return undefined
    const etag = `"${found.size.toString(36)}-${found.mtimeNs.toString(36)}"`
    return { path, file, size: Number(found.size), etag, modified: new Date(Number(found.mtimeMs)) }
  } catch {
    return undefined
  }
}

/** The only file types served under /storage/. */
const types: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
  woff2: 'font/woff2',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
}

/** Downloaded instead of shown: the site shows documents only as downloads. */
const DOCUMENT = /\.(pdf|txt)$/

/** Folders and a file name, without leading dots, percent-encoding or `..`. */
const STORED_PATH = /^(?:[A-Za-z0-9][A-Za-z0-9._-]{0,127}\/){0,8}[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/
/** Our images are named by 32 hexadecimal digits of the hash of their bytes. */
const CONTENT_HASH = /(?:^|[-.])[0-9a-f]{32}[-.]/

/** Whether a path may be looked up on disk. */
export const isStoredPath = (path: string) => path.length <= 512 && STORED_PATH.test(path) && typeOf(path) !== undefined

export const typeOf = (path: string): string | undefined => {
  const extension = /\.([a-z0-9]+)$/.exec(path)?.[1]
  return extension !== undefined && Object.hasOwn(types, extension) ? types[extension] : undefined
}

export const isDocument = (path: string) => DOCUMENT.test(path)

export const isNamedByContent = (path: string) => CONTENT_HASH.test(path.slice(path.lastIndexOf('/') + 1))

/** A part of a file; `end` is exclusive. */
export type ByteRange = { start: number; end: number }

/**
 * Parses a Range header for a file of `size` bytes. `undefined` means the whole file: without a range, or with several or an unknown
 * one (RFC 9110, 14.2, allows it); `unsatisfiable` means 416.
 */
export function byteRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return within(Math.max(0, size - Number(last)), size, size)
  if (last !== '' && Number(last) < Number(first)) return undefined
  return within(Number(first), last === '' ? size : Number(last) + 1, size)
}

const within = (start: number, end: number, size: number): ByteRange | 'unsatisfiable' =>
  start < size ? { start, end: Math.min(end, size) } : 'unsatisfiable'
