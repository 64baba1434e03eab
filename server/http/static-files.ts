import { realpathSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { staticPlugin } from '@elysiajs/static'
import { Elysia } from 'elysia'
import { NotFoundError, OperatorError } from '#server/lib/errors.ts'
import { HttpError, rejectOtherMethods } from './errors.ts'
import { assetHeaders, IMMUTABLE, storageHeaders } from './headers.ts'
import { type EncodedVariants, encodedVariants, ifRangeMatches, isFresh, precompress, respond } from './responses.ts'

/**
 * Serves the output of `bun run build`: scripts, styles and the sprite from memory in the best encoding, fonts and icons from disk.
 * @elysiajs/static follows symlinks and serves dot-files, so it may serve only this folder, where all names are hashes.
 */
export async function builtAssets(dist: string) {
  const code = await readCode(dist)
  const statics = await staticPlugin({
    assets: join(dist, 'static'),
    prefix: '/static',
    alwaysStatic: true,
    etag: false,
    indexHTML: false,
    headers: assetHeaders,
  })
  const send = ({ request, params }: { request: Request; params: { '*': string } }) => {
    const variants = code.get(params['*'])
    if (!variants) throw new NotFoundError()
    return respond(request, variants)
  }
  return new Elysia({ name: 'built-assets' }).use(statics).get('/code/*', send)
}

const codeTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
}

async function readCode(dist: string): Promise<Map<string, EncodedVariants>> {
  const names = await Array.fromAsync(new Bun.Glob('*.{css,js,svg}').scan(join(dist, 'code')))
  const read = names.map(async (name) => [name, await readyCode(join(dist, 'code', name))] as const)
  return new Map(await Promise.all(read))
}

/** A quick build has no compressed files, so they are made here. */
async function readyCode(path: string): Promise<EncodedVariants> {
  const headers = { ...assetHeaders, 'content-type': codeTypes[extname(path)] ?? '' }
  const bytes = (ending = '') => Bun.file(path + ending).bytes()
  if (!(await Bun.file(`${path}.br`).exists())) return precompress(await Bun.file(path).text(), headers)
  const [identity, br, zstd, gzip] = await Promise.all([bytes(), bytes('.br'), bytes('.zst'), bytes('.gz')])
  return encodedVariants({ identity, br, zstd, gzip }, headers)
}

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

/** The files of the build, as URL paths. Every name contains the hash of the content. */
export type Manifest = {
  /** Changes when any file of the build changes. */
  buildId: string
  /** Text of the inline script in the head of every page, which loads the other scripts. */
  startScript: string
  /** The scripts of each page, entry first, by the page's source file: `client/blog/list-page.tsx`. */
  routes: Record<string, string[]>
  /** Fonts, icons and brand files, by their path in client/static: `fonts/besley.woff2`. */
  statics: Record<string, string>
  /** The SVG sprite of all illustrations, for client-side navigation: a rendered page contains those that it shows. */
  drawings: string
  /** The styles of both themes; a rendered page contains those that it uses. */
  themes: string
  /** The worker script that solves the captcha. */
  captcha: string
}

export const MANIFEST_FILE = 'manifest.json'

export class BuildMissingError extends OperatorError {}

/** Reads the manifest of a build. Throws `BuildMissingError` if there is none. */
export async function readManifest(dist: string): Promise<Manifest> {
  const file = Bun.file(join(dist, MANIFEST_FILE))
  if (!(await file.exists())) throw new BuildMissingError('The client is not built yet: run `bun run build` first.')
  return file.json()
}
