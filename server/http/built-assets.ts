import { extname, join } from 'node:path'
import { staticPlugin } from '@elysiajs/static'
import { Elysia } from 'elysia'
import { NotFoundError } from '#server/lib/errors.ts'
import { assetHeaders } from './headers.ts'
import { type EncodedVariants, encodedVariants, precompress, respond } from './precompressed.ts'

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

const types: Record<string, string> = {
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
  const headers = { ...assetHeaders, 'content-type': types[extname(path)] ?? '' }
  const bytes = (ending = '') => Bun.file(path + ending).bytes()
  if (!(await Bun.file(`${path}.br`).exists())) return precompress(await Bun.file(path).text(), headers)
  const [identity, br, zstd, gzip] = await Promise.all([bytes(), bytes('.br'), bytes('.zst'), bytes('.gz')])
  return encodedVariants({ identity, br, zstd, gzip }, headers)
}
