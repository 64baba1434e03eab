/**
 * `bun run bench:typing`: how long a key press takes in a text of 5,000 words, in both modes of the writing page, in Chromium. From
 * `keydown` to the end of the next frame, which includes the wait for a 60 Hz frame. Run it on an idle machine. Nothing here fails.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { adminPaths } from '#contract/admin-paths.ts'
import { chromiumFlags, findChromium } from '#tests/helpers/chromium.ts'
import { administrator, startSite } from '#tests/helpers/site.ts'
import { percentile } from './percentile.ts'

const WORDS = 5_000
const KEYS = 200
/** As fast as a fast typist: about ten keys a second. */
const PAUSE_MS = 100

const sentence = 'Count the loaves that leave the oven each hour, and plan the racks for the busiest one. '
const wordsOf = (text: string) => text.trim().split(/\s+/).length
const paragraph = `${sentence.repeat(4).trim()} See **every** order in [one list](/features).`
const section = `## Racks and loaves\n\n${paragraph}\n\n- ${sentence}\n- ${sentence}\n\n${paragraph}\n`
const body = Array.from({ length: Math.ceil(WORDS / wordsOf(section)) }, () => section).join('\n')

await Bun.$`bun run build`.quiet()
const site = await startSite({ RATE_LIMITS: 'off' }, async (dir) => {
  await mkdir(join(dir, 'content/posts'), { recursive: true })
  await Bun.write(join(dir, 'content/posts/long.md'), `---\ntitle: Long\ndraft: true\n---\n${body}`)
})
const executablePath = findChromium()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumFlags })
try {
  const page = await browser.newPage({ baseURL: site.url, viewport: { width: 1440, height: 900 } })
  await logIn(page)
  for (const mode of ['Visual', 'Source'] as const) {
    await page.goto('/admin/blog/long/edit')
    await page.locator('label', { hasText: mode }).click()
    const times = await pressKeys(page)
    const [median, p95] = [0.5, 0.95].map((share) => percentile(times, share).toFixed(1))
    console.log(`${mode} mode, ${wordsOf(body)} words, ${times.length} keys: median ${median} ms, p95 ${p95} ms`)
  }
} finally {
  await browser.close()
  await site.close()
}
process.exit(0)

async function logIn(page: Page): Promise<void> {
  const answer = await page.request.post(adminPaths.login, { data: administrator })
  const { token } = await answer.json()
  await page.addInitScript((value: string) => localStorage.setItem('admin_token', value), token)
}

/** Types into the middle of the text. The saves and previews of the page go on meanwhile. */
async function pressKeys(page: Page): Promise<number[]> {
  const text = page.getByRole('textbox', { name: /^(?:Content|Text)/ })
  await text.click()
  for (let i = 0; i < 40; i++) await page.keyboard.press('ArrowDown')
  const times = await page.evaluateHandle(() => {
    const times: number[] = []
    addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          // A message arrives after the frame is on its way to the screen.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => times.push(performance.now() - timeStamp)
          port2.postMessage(null)
        }),
      true,
    )
    return times
  })
  for (let i = 0; i < KEYS; i++) {
    await page.keyboard.press(i % 6 === 5 ? 'Space' : 'x')
    await Bun.sleep(PAUSE_MS)
  }
  if (!(await text.textContent())?.includes('xxxxx xxxxx')) throw new Error('What was typed is not in the text.')
  return times.jsonValue()
}
