import { expect, test } from 'bun:test'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StalePost } from '#contract/posts.ts'
import { decodeFields } from '#server/content/files/post-file.ts'
import { endsOfEachTest } from '#tests/helpers/ends.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { isFullRun } from '#tests/helpers/full-run.ts'
import { GitError } from '#tests/helpers/git.ts'
import { createRandom } from '#tests/torture/random.ts'
import { POST, paragraph, savingApp } from './saving.ts'

const SAVES_EACH = isFullRun ? 70 : 18
const BY_THE_EDITOR = isFullRun ? 60 : 14
/** Fewer would prove nothing. */
const LEAST = 5
/** Stops the remaining writers after a while, because a busy machine is not a failure. */
const LIMIT_MS = 20_000
const WAIT_MS = 2 * LIMIT_MS
/** Neither side outruns the other: two saves for each round of the editor, and a few ahead. */
const SAVES_PER_ROUND = 2
const SAVES_AHEAD = 4
/** Every third round of the editor only switches branches. */
const ROUNDS_PER_SWITCH_ALONE = 3
/** The editor's git fails while a save is uncommitted or being committed. */
const TRIES = 10

const ends = endsOfEachTest()

test("every acknowledged save of two administrators and a git editor, changing one post concurrently, is in the file's history", async () => {
  const site = await savingApp()
  ends.push(site.app.close)
  const { app, git, open, save, text, file } = site
  app.services.follow()
  await git('branch', 'other')
  const random = createRandom(5)
  const deadline = performance.now() + LIMIT_MS
  const saved: string[] = []
  const wrong: string[] = []
  let [answers, rounds, commits, switches, lastError] = [0, 0, 0, 0, '']
  const isTime = () => performance.now() < deadline || Math.min(saved.length, commits, switches) <= LEAST

  /** Each changes its own paragraph, or the title that both want, based on an often outdated version. */
  async function administrator(name: string, index: number) {
    let from = await open()
    for (let round = 0; round < SAVES_EACH && isTime(); round++) {
      await eventually(
        () => rounds,
        (count) => answers < count * SAVES_PER_ROUND + SAVES_AHEAD || count === BY_THE_EDITOR || !isTime(),
        WAIT_MS,
      )
      const words = `${name} ${round}.`
      const change = random.chance(0.2) ? { title: words } : { content: paragraph(from.content, index, words) }
      const answer = await save(change, from)
      answers++
      if (answer.status === 200) saved.push(words)
      else if (answer.status === 409) {
        const { current }: StalePost = await answer.json()
        if (!current.revision) wrong.push('409 without what is there now')
      } else wrong.push(`${words} was answered ${answer.status}: ${await answer.text()}`)
      if (answer.status !== 200 || random.chance(0.7)) from = await open()
    }
  }

  /** Retries when git fails because of another process or change. Returns whether it succeeded. */
  async function tried(...args: string[]): Promise<boolean> {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      try {
        await git(...args)
        return true
      } catch (error) {
        if (!(error instanceof GitError)) throw error
        lastError = error.message
        await app.committed()
      }
    }
    return false
  }

  async function editor() {
    for (let round = 0; round < BY_THE_EDITOR && isTime(); round++, rounds++) {
      await eventually(
        () => answers,
        (count) => count >= round * SAVES_PER_ROUND || !isTime(),
        WAIT_MS,
      )
      if (await tried('switch', '-q', round % 2 === 0 ? 'other' : 'main')) switches++
      const now = await text().catch(() => '')
      if (now === '' || round % ROUNDS_PER_SWITCH_ALONE === 0) continue
      await writeFile(file, now.replace(/^Fourth.*$/m, `Fourth, by the editor, ${round}.`))
      if (await tried('commit', '-q', '-a', '-m', `By the editor ${round}`)) commits++
    }
  }

  await Promise.all([administrator('Ann', 0), administrator('Bob', 1), editor()])
  await eventually(
    () => app.services.checkout?.state().commits.waiting,
    (waiting) => waiting === 0,
  )

  const end = await text()
  expect(decodeFields(end).title).toBeString()
  expect(end.split('Between.').length).toBe(4)
  expect(wrong).toEqual([])
  const isEnough = Math.min(saved.length, commits, switches) > LEAST
  expect({ isEnough, saved: saved.length, commits, switches, lastError }).toMatchObject({ isEnough: true })
  const history = await git('log', '--all', '-p', '-m', '--format=', '--', POST)
  const lost = saved.filter((words) => !history.includes(words) && !end.includes(words))
  // A save that overlaps with uncommitted lines stays uncommitted and is reported.
  const warnings = app.logged.filter((line) => line.includes('uncommitted work in the same lines'))
  expect(lost.length).toBeLessThanOrEqual(warnings.length)
  expect(warnings.length).toBeLessThan(saved.length / 4)
  expect((await readdir(join(app.dir, 'content/posts'))).sort()).toEqual(['a.md'])
  expect((await readdir(join(app.dir, '.git'))).filter((name) => /^index\./.test(name))).toEqual([])
  expect(await site.fsck()).toBe('')
  await eventually(site.page, (page) => page.includes(decodeFields(end).title))
}, 120_000)
