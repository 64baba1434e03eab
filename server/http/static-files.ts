import { realpathSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { staticPlugin } from '@elysiajs/static'
import { Elysia } from 'elysia'
import { NotFoundError, OperatorError } from '#server/lib/errors.ts'
import { publicRootOf } from '#server/storage/public-files.ts'
import {
  assetHeaders,
  type EncodedVariants,
  encodedVariants,
  IMMUTABLE,
  isFresh,
  plainText,
  precompress,
  respond,
  storageHeaders,
} from './responses.ts'
import type { SharedAssets } from './shared-assets.ts'

/** The files of the build, as URL paths. Every name contains the hash of the content. */
export type Manifest = {
  /** Changes when any file of the build changes. */
  buildId: string
  /** The commit that was built; `unknown` without git. Builds before version 0.2.0 do not say it. */
  commit?: string
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

/** Reads the manifest of a build. Throws `OperatorError` if there is none. */
export async function readManifest(dist: string): Promise<Manifest> {
  const file = Bun.file(join(dist, MANIFEST_FILE))
  if (!(await file.exists())) throw new OperatorError('The client is not built yet: run `bun run build` first.')
  return file.json()
}

type FileRequest = { request: Request; params: { '*': string } }

/**
 * Serves the output of `bun run build`: scripts, styles and the sprite from memory in the best encoding, fonts and icons from disk.
 * @elysiajs/static follows symlinks and serves dot-files, so it may serve only this folder, where all names are hashes.
 * `shared`: has the files of other versions, and gets those of this one.
 */
export async function builtAssets(dist: string, shared?: SharedAssets) {
  const names = await Array.fromAsync(new Bun.Glob('*.{css,js,svg}').scan(join(dist, 'code')))
  const read = names.map(async (name) => [name, await readCode(join(dist, 'code', name))] as const)
  const code = new Map(await Promise.all(read))
  const assets = { assets: join(dist, 'static'), prefix: '/static', alwaysStatic: true, etag: false, indexHTML: false }
  const routes = new Elysia({ name: 'built-assets' })
    .use(await staticPlugin({ ...assets, headers: assetHeaders }))
    .get('/code/*', async ({ request, params }: FileRequest) => {
      const variants = code.get(params['*'])
      return variants ? respond(request, variants) : sendShared(request, `code/${params['*']}`, shared)
    })
  if (!shared) return routes
  await publish(dist, code, shared)
  return routes.get('/static/*', ({ request, params }: FileRequest) =>
    sendShared(request, `static/${params['*']}`, shared),
  )
}

/** Shares the files of this build. Returns before the first page names one of them. */
async function publish(dist: string, code: ReadonlyMap<string, EncodedVariants>, shared: SharedAssets): Promise<void> {
  const fonts = await Array.fromAsync(new Bun.Glob('*').scan(join(dist, 'static')))
  const paths = [...[...code.keys()].map((name) => `code/${name}`), ...fonts.map((name) => `static/${name}`)]
  await shared.publish(paths, async (path) => {
    const variants = code.get(path.slice('code/'.length))
    if (!variants) return { identity: await Bun.file(join(dist, path)).bytes(), br: null, zstd: null, gzip: null }
    const { br, zstd, gzip } = variants
    return {
      identity: await (await plainText(variants)).bytes(),
      br: await br.body.bytes(),
      zstd: (await zstd?.body.bytes()) ?? null,
      gzip: await gzip.body.bytes(),
    }
  })
}

/** Sends a file of another version as that version does. Throws `NotFoundError`, `StorageError`. */
async function sendShared(request: Request, path: string, shared: SharedAssets | undefined): Promise<Response> {
  const file = await shared?.find(path)
  if (!file) throw new NotFoundError()
  const { identity, br, zstd, gzip } = file
  if (!br || !gzip) return new Response(identity, { headers: { ...assetHeaders, 'content-type': Bun.file(path).type } })
  return respond(request, encodedVariants({ identity, br, gzip, ...(zstd && { zstd }) }, codeHeaders(path)))
}

const codeTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
}

const codeHeaders = (path: string) => ({ ...assetHeaders, 'content-type': codeTypes[extname(path)] ?? '' })

/** A quick build has no compressed files, so they are made here. */
async function readCode(path: string): Promise<EncodedVariants> {
  const headers = codeHeaders(path)
  if (!(await Bun.file(`${path}.br`).exists())) return precompress(await Bun.file(path).text(), headers)
  const bytes = (ending: string) => Bun.file(path + ending).bytes()
  const [identity, br, zstd, gzip] = await Promise.all([bytes(''), bytes('.br'), bytes('.zst'), bytes('.gz')])
  return encodedVariants({ identity, br, zstd, gzip }, headers)
}

/** Folders and a file name of a type that may be served, without leading dots, percent-encoding or `..`. */
const STORED_PATH =
  /^(?:[A-Za-z0-9][\w.-]{0,127}\/){0,8}[A-Za-z0-9][\w.-]{0,127}\.(?:webp|avif|jpe?g|png|gif|mp4|webm|vtt|woff2|pdf|txt)$/
/** Downloaded instead of shown: the site shows documents only as downloads. */
const DOCUMENT = /\.(?:pdf|txt)$/
/** Our images are named by 32 hexadecimal digits of the hash of their bytes. */
const NAMED_BY_CONTENT = /(?:^|[/.-])[0-9a-f]{32}[.-][^/]*$/

/**
 * GET and HEAD /storage/*: the files under `dir`, which must exist, and its derived images. `create` may make a missing file, and returns whether it did.
 * Throws `NotFoundError` for everything else.
 */
export function storageFiles(dir: string, create: (path: string) => Promise<boolean> = async () => false) {
  const root = realpathSync(dir)
  const send = async ({ request, params }: FileRequest) => {
    const path = params['*']
    const find = () => storedFile(root, path)
    const found = (await find()) ?? ((await create(path)) ? await find() : undefined)
    if (!found) throw new NotFoundError()
    const { file, headers } = found
    if (isFresh(request.headers, headers)) return new Response(null, { status: 304, headers })
    // Bun responds to Range and If-Range with the part of the file, or 416.
    return new Response(Bun.file(file), { headers })
  }
  return new Elysia({ name: 'storage-files' }).get('/storage/*', send)
}

/**
 * Returns `undefined` for a path under `root`, which must be a real path, that is not a regular file: invalid paths never reach the
 * disk, and symlinks at any level are not followed.
 */
async function storedFile(root: string, path: string): Promise<{ file: string; headers: Headers } | undefined> {
  if (!STORED_PATH.test(path)) return undefined
  const file = join(publicRootOf(root, path), path)
  if ((await realpath(file).catch(() => undefined)) !== file) return undefined
  const found = await stat(file, { bigint: true })
  if (!found.isFile()) return undefined
  const headers = new Headers({
    ...storageHeaders,
    'cache-control': NAMED_BY_CONTENT.test(path) ? IMMUTABLE : 'no-cache',
    'content-type': Bun.file(path).type,
    'accept-ranges': 'bytes',
    'last-modified': found.mtime.toUTCString(),
    etag: `"${found.size.toString(36)}-${found.mtimeNs.toString(36)}"`,
    ...(DOCUMENT.test(path) && { 'content-disposition': 'attachment' }),
  })
  return { file, headers }
}
