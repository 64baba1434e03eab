/**
 * `bun run media`: records the home page's video in both themes with Chromium and ffmpeg. Writes the files below
 * storage/public/hero, named by content hash, and their names into the module that the home page imports. Takes some minutes.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { openChromium } from '#client/artwork/chromium.ts'
import { encodePosters, encodeVideo, fileNames } from './encode.ts'
import { sceneDocument, type Theme } from './scene.ts'

const SIZE_PX = { width: 1280, height: 848 }
const FRAMES_PER_SECOND = 24
const LENGTH_SECONDS = 12
/** The time of the poster: everything has arrived and nothing has faded. */
const POSTER_SECOND = 10.9
const STORED_IN = 'hero'
const NAMES_FILE = 'client/home/hero-media.ts'

type VideoFiles = Record<keyof typeof fileNames, string>

const seek = (page: Page, second: number) =>
  page.evaluate((at) => (window as typeof window & { seek(at: number): void }).seek(at), second)

async function* frames(page: Page) {
  for (let frame = 0; frame < LENGTH_SECONDS * FRAMES_PER_SECOND; frame++) {
    await seek(page, frame / FRAMES_PER_SECOND)
    yield page.screenshot({ type: 'jpeg', quality: 96 })
  }
}

async function openScene(browser: Browser, theme: Theme): Promise<Page> {
  const page = await browser.newPage({ viewport: SIZE_PX })
  await page.setContent(await sceneDocument(theme))
  const { outputs } = await Bun.build({ entrypoints: [join(import.meta.dir, 'motion.ts')], target: 'browser' })
  await page.addScriptTag({ content: (await outputs[0]?.text()) ?? '' })
  await page.evaluate(() => document.fonts.ready)
  return page
}

/** Moves a file to its content-hash name and returns its stored path. */
async function keep(file: string, theme: Theme, storage: string): Promise<string> {
  const bytes = await Bun.file(file).bytes()
  const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32)
  const path = `${STORED_IN}/${theme}-${hash}${extname(file)}`
  await Bun.write(join(storage, path), bytes)
  return path
}

async function record(browser: Browser, theme: Theme, storage: string): Promise<VideoFiles> {
  const dir = await mkdtemp(join(tmpdir(), 'hero-'))
  try {
    const page = await openScene(browser, theme)
    await seek(page, POSTER_SECOND)
    await encodePosters(await page.screenshot(), dir)
    await encodeVideo(frames(page), FRAMES_PER_SECOND, dir)
    const store = (kind: keyof VideoFiles) => keep(join(dir, fileNames[kind]), theme, storage)
    return {
      webm: await store('webm'),
      mp4: await store('mp4'),
      poster: await store('poster'),
      posterSmall: await store('posterSmall'),
    }
  } finally {
    await rm(dir, { recursive: true })
  }
}

const moduleEntry = (theme: Theme, files: VideoFiles) =>
  `  ${theme}: {\n${Object.entries(files)
    .map(([kind, path]) => `    ${kind}: '${path}',\n`)
    .join('')}  },\n`

/** Records both videos into `storage`, the folder of the URL /storage/, and deletes the old ones. */
async function recordAll(storage: string) {
  const browser = await openChromium()
  try {
    const old = await Array.fromAsync(new Bun.Glob(`${STORED_IN}/*`).scan(storage))
    const [dark, light] = [await record(browser, 'dark', storage), await record(browser, 'light', storage)]
    const stored = [...Object.values(dark), ...Object.values(light)]
    await Bun.write(
      NAMES_FILE,
      `/** The hero video, as stored paths. Written by \`bun run media\`. */\nexport const heroMedia = {\n${moduleEntry('dark', dark)}${moduleEntry('light', light)}} as const\n`,
    )
    await Promise.all(old.filter((path) => !stored.includes(path)).map((path) => rm(join(storage, path))))
    for (const path of stored) console.log(`${path}  ${Math.round(Bun.file(join(storage, path)).size / 1000)} KB`)
  } finally {
    await browser.close()
  }
}

if (import.meta.main) await recordAll('storage/public')
