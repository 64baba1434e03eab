/** `bun run build`: bundles scripts and copies fonts and icons into client/dist. `--quick` is for development. */
import { readdir, rename, rm } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import { routes } from '#client/app/routing/all-routes.ts'
import { fullThemeCss } from '#client/app/theme/global-css.ts'
import { fullSpriteSvg } from '#client/ui/brand/sprite.ts'
import { MANIFEST_FILE, type Manifest } from '#server/http/static-files.ts'
import { type Outputs, preloadSet } from './chunks.ts'
import { commitOfBuild } from './commit.ts'

const ENTRIES = { site: 'client/main.tsx', admin: 'client/admin-main.tsx' } as const
const START_SCRIPT = 'client/app/start/start-script.ts'
const CAPTCHA = 'client/api/captcha-worker.ts'
const STATIC_DIR = 'client/static'
const HASH_CHARACTERS = 10

export type BuildOptions = {
  outDir?: string
  /** `false`: a fast development build with React's warnings and without compressed files. */
  production?: boolean
}

/**
 * Builds into `outDir`. File names contain hashes, so old and new files coexist until the manifest is replaced
 * atomically: a server that starts during a build finds a complete one. Throws if the code does not compile.
 */
export async function build({ outDir = 'client/dist', production = true }: BuildOptions = {}): Promise<Manifest> {
  const alone = (source: string) => bundleAlone(source, production)
  const [site, admin, captcha, startScript] = await Promise.all([
    bundle(ENTRIES.site, production),
    bundle(ENTRIES.admin, production),
    alone(CAPTCHA),
    alone(START_SCRIPT),
  ])
  const code = [...site.artifacts, ...admin.artifacts, captcha]
  const drawings = `code/drawings-${hash(fullSpriteSvg)}.svg`
  await Promise.all([
    ...code.map(async (one) => writeText(join(outDir, one.path), await one.text(), production)),
    writeText(join(outDir, drawings), fullSpriteSvg, production),
  ])
  const statics = await copyStatics(outDir)
  const themesFile = fullThemeCss()
  const themes = `code/themes-${hash(themesFile)}.css`
  await writeText(join(outDir, themes), themesFile, production)
  const addresses = (files: string[]) => files.map((file) => `/${file.replace(/^\.\//, '')}`)
  const preloads = routes.map(({ file, frame }) => {
    const { outputs } = { site, admin }[frame]
    return [file, addresses(preloadSet(outputs, ENTRIES[frame], file))] as const
  })
  const manifest: Manifest = {
    buildId: hash(
      [...addresses([drawings, themes, ...[...code, startScript].map(({ path }) => path)]), ...Object.values(statics)]
        .sort()
        .join(),
    ),
    commit: await commitOfBuild(),
    startScript: await inlineText(startScript),
    routes: Object.fromEntries(preloads),
    statics,
    drawings: `/${drawings}`,
    themes: `/${themes}`,
    captcha: addresses([captcha.path])[0] ?? '',
  }
  const file = join(outDir, MANIFEST_FILE)
  await Bun.write(`${file}.${process.pid}`, JSON.stringify(manifest, null, 2))
  await rename(`${file}.${process.pid}`, file)
  await removeOthers(outDir, [
    ...addresses([drawings, themes, ...code.map(({ path }) => path)]),
    ...Object.values(statics),
  ])
  return manifest
}

/**
 * Bundles a script and the pages that it opens. Visitors and administrators have one each, because the bundler lists every chunk
 * in the script.
 */
async function bundle(
  entry: string,
  production: boolean,
): Promise<{ artifacts: Bun.BuildArtifact[]; outputs: Outputs }> {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [entry],
    splitting: true,
    minify: production,
    metafile: true,
    naming: { entry: 'code/[name]-[hash].[ext]', chunk: 'code/[name]-[hash].[ext]' },
    define: {
      'process.env.NODE_ENV': production ? '"production"' : '"development"',
      // Its development mode writes text into style elements, which the Content-Security-Policy forbids.
      'process.env.SC_DISABLE_SPEEDY': '"false"',
    },
  })
  return { artifacts: outputs, outputs: metafile?.outputs ?? {} }
}

/** Bundles a script that shares nothing with the pages into one file. */
async function bundleAlone(source: string, production: boolean): Promise<Bun.BuildArtifact> {
  const { outputs } = await Bun.build({
    entrypoints: [source],
    format: 'iife',
    minify: production,
    naming: 'code/[name]-[hash].[ext]',
  })
  const [only] = outputs
  if (!only) throw new Error(`The build made nothing of ${source}.`)
  return only
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const zstd = promisify(zstdCompress)
const brotliBest = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
const zstdBest = { params: { [constants.ZSTD_c_compressionLevel]: 19 } }

/** In production also writes the compressed variants. */
async function writeText(path: string, text: string, production: boolean) {
  await Bun.write(path, text)
  if (!production) return
  await Promise.all([
    brotli(text, brotliBest).then((bytes) => Bun.write(`${path}.br`, bytes)),
    zstd(text, zstdBest).then((bytes) => Bun.write(`${path}.zst`, bytes)),
    zip(text, { level: 9 }).then((bytes) => Bun.write(`${path}.gz`, bytes)),
  ])
}

/** Returns a script for inlining. Throws if it would end its script element. */
async function inlineText(artifact: Blob): Promise<string> {
  const code = (await artifact.text()).trim()
  if (/<\/script|<!--/i.test(code)) throw new Error('The start script contains text that ends a script element.')
  return code
}

/** Fonts, icons and brand files. Not compressed: they are compressed formats or tiny. */
async function copyStatics(outDir: string): Promise<Record<string, string>> {
  const entries = await readdir(STATIC_DIR, { recursive: true, withFileTypes: true })
  const names = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const copied = names.sort().map(async (file) => {
    const bytes = await Bun.file(file).bytes()
    const name = file.slice(STATIC_DIR.length + 1)
    const address = `static/${basename(file, extname(file))}.${hash(bytes)}${extname(file)}`
    await Bun.write(join(outDir, address), bytes)
    return [name, `/${address}`] as const
  })
  return Object.fromEntries(await Promise.all(copied))
}

async function removeOthers(outDir: string, addresses: string[]) {
  const wanted = new Set(
    addresses.flatMap((address) => ['', '.br', '.zst', '.gz'].map((form) => address.slice(1) + form)),
  )
  const found = await Array.fromAsync(new Bun.Glob('{code,static}/*').scan(outDir))
  await Promise.all(found.filter((file) => !wanted.has(file)).map((file) => rm(join(outDir, file))))
}

const hash = (content: string | Uint8Array) =>
  new Bun.CryptoHasher('sha256').update(content).digest('hex').slice(0, HASH_CHARACTERS)

/** One line with the JavaScript size of each page, in KB of Brotli. */
async function sizes(outDir: string, { routes }: Manifest): Promise<string> {
  const kilobytes = async (files: string[]) => {
    const bytes = await Promise.all(files.map((file) => Bun.file(join(outDir, `${file}.br`)).size))
    return (bytes.reduce((sum, one) => sum + one, 0) / 1000).toFixed(1)
  }
  const entries = Object.entries(routes).map(
    async ([file, files]) => `${basename(file, '-page.tsx')} ${await kilobytes(files)}`,
  )
  return `Built ${outDir}. JavaScript in KB (Brotli): ${(await Promise.all(entries)).join(', ')}`
}

if (import.meta.main) {
  const production = !process.argv.includes('--quick')
  const manifest = await build({ production })
  console.log(production ? await sizes('client/dist', manifest) : 'Built client/dist for development.')
}
