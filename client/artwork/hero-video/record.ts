/**
 * `bun run media`: records both cuts of the home page's video in both themes with Chromium and ffmpeg; `bun run media phone` or
 * `wide` records one cut. Writes the files below storage/public/hero, named by content hash, and their names into the module that
 * the home page imports. Takes some minutes.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { openChromium } from '#client/artwork/browser/chromium.ts'
import { heroMedia } from '#client/home/hero-media.ts'
import { type Cut, encodePoster, encodeVideo, fileNames } from './encode.ts'
import { openScene } from './open-scene.ts'
import type { Theme } from './scene.ts'

const FRAMES_PER_SECOND = 24
const LENGTH_SECONDS = 12
/** The time of the poster: everything has arrived and nothing has faded. */
const POSTER_SECOND = 10.9
const STORED_IN = 'hero'
const NAMES_FILE = 'client/home/hero-media.ts'

/** The stored paths by kind of file. */
type VideoFiles = Record<string, string>

const seek = (page: Page, second: number) =>
  page.evaluate((at) => (window as typeof window & { seek(at: number): void }).seek(at), second)

async function* frames(page: Page) {
  for (let frame = 0; frame < LENGTH_SECONDS * FRAMES_PER_SECOND; frame++) {
    await seek(page, frame / FRAMES_PER_SECOND)
    yield page.screenshot({ type: 'jpeg', quality: 96 })
  }
}

/** Moves a file to its content-hash name and returns its stored path. */
async function keep(file: string, theme: Theme, storage: string): Promise<string> {
  const bytes = await Bun.file(file).bytes()
  const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32)
  const path = `${STORED_IN}/${theme}-${hash}${extname(file)}`
  await Bun.write(join(storage, path), bytes)
  return path
}

async function record(browser: Browser, theme: Theme, cut: Cut, storage: string): Promise<VideoFiles> {
  const dir = await mkdtemp(join(tmpdir(), 'hero-'))
  try {
    const page = await openScene(browser, theme, cut)
    await seek(page, POSTER_SECOND)
    await encodePoster(await page.screenshot(), cut, dir)
    await encodeVideo(frames(page), FRAMES_PER_SECOND, cut, dir)
    await page.close()
    const stored = Object.entries(fileNames[cut]).map(
      async ([kind, name]) => [kind, await keep(join(dir, name), theme, storage)] as const,
    )
    return Object.fromEntries(await Promise.all(stored))
  } finally {
    await rm(dir, { recursive: true })
  }
}

const moduleEntry = (theme: Theme, files: VideoFiles) =>
  `  ${theme}: {\n${Object.entries(files)
    .map(([kind, path]) => `    ${kind}: '${path}',\n`)
    .join('')}  },\n`

/** Records the cuts into `storage`, the folder of the URL /storage/, and deletes what no page shows any more. */
async function recordAll(cuts: readonly Cut[], storage: string) {
  const browser = await openChromium()
  try {
    const old = await Array.fromAsync(new Bun.Glob(`${STORED_IN}/*`).scan(storage))
    const files: Record<Theme, VideoFiles> = { dark: { ...heroMedia.dark }, light: { ...heroMedia.light } }
    for (const cut of cuts)
      for (const theme of ['dark', 'light'] as const)
        Object.assign(files[theme], await record(browser, theme, cut, storage))
    await Bun.write(
      NAMES_FILE,
      `/** The hero video, as stored paths. Written by \`bun run media\`. */\nexport const heroMedia = {\n${moduleEntry('dark', files.dark)}${moduleEntry('light', files.light)}} as const\n`,
    )
    const stored = [...Object.values(files.dark), ...Object.values(files.light)]
    await Promise.all(old.filter((path) => !stored.includes(path)).map((path) => rm(join(storage, path))))
    for (const path of stored) console.log(`${path}  ${Math.round(Bun.file(join(storage, path)).size / 1000)} KB`)
  } finally {
    await browser.close()
  }
}

if (import.meta.main) {
  const chosen = (['wide', 'phone'] as const).filter((cut) => process.argv.includes(cut))
  await recordAll(chosen.length > 0 ? chosen : ['wide', 'phone'], 'storage/public')
}
