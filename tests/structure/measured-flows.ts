import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { adminPaths } from '#contract/admin-paths.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { EditablePost } from '#contract/posts.ts'
import {
  type Execution,
  type ExecutionCounts,
  filesOf,
  followExecution,
  type Parts,
  ranBetween,
} from '#tests/helpers/executed-code.ts'
import { freePort } from '#tests/helpers/ports.ts'
import { administrator } from '#tests/helpers/site.ts'
import { startSiteInGit } from '#tests/helpers/site-in-git.ts'
import { another } from '#tests/registration/a-registration.ts'

/** A flow by its heading in the documentation, and the files of the server whose functions run in it, sorted. */
export type Flow = { heading: string; files: string[] }

/** Pure helpers: without domain, and of a text. */
const LEFT_OUT = /^server\/(?:lib|text)\//
/** Longer than the period of the timers that always run, up to the check of the disks every five seconds. */
const IDLE_MS = 6_500
/** The site is quiet when only its timers have run for this long. Its own delays are at most 150 ms. */
const QUIET_MS = 400
/** Busy machines render the pages of the start for a minute. */
const QUIET_LIMIT_MS = 300_000
/** The main thread is quiet while a worker renders: the longer, the busier the machine. */
const RENDER_MS = 1_200
const RENDER_LIMIT_MS = 20_000

/**
 * Measures the flows in the real server, on copies of content and storage in a git checkout. Each flow runs three times: once
 * to load the modules that are imported on demand, then twice, of which the common part counts: a timer that fires during one
 * run only does not. The parts of the code that also run while nothing happens are subtracted. Workers are not measured.
 */
export async function measureFlows(): Promise<Flow[]> {
  const inspector = `127.0.0.1:${await freePort()}/flows`
  const options = { BUN_OPTIONS: `--inspect-wait=${inspector}` }
  const starting = startSiteInGit({ [DRAFT.file]: DRAFT.text }, 'First', options)
  const [execution, site] = await Promise.all([followExecution(`ws://${inspector}`, resolve('server')), starting])
  try {
    return await measure(site, execution)
  } finally {
    execution.close()
    await site.close()
  }
}

type Site = Awaited<ReturnType<typeof startSiteInGit>>
type Send = () => Promise<unknown>
type Interval = readonly [before: ExecutionCounts, after: ExecutionCounts]

async function measure(site: Site, execution: Execution): Promise<Flow[]> {
  const { counts, holdTimers, releaseTimers } = execution
  const post = await firstPost(site)
  const visitor = aVisitor(site, post)
  const timers = await findTimers(execution)

  /** Waits until only timers have run for `ms`. */
  async function quiet(ms = QUIET_MS): Promise<ExecutionCounts> {
    const deadline = performance.now() + QUIET_LIMIT_MS
    for (let before = await counts(); performance.now() < deadline; ) {
      await Bun.sleep(ms)
      const after = await counts()
      if (ranBetween(before, after).isSubsetOf(timers)) return after
      before = after
    }
    throw new Error('The site was never quiet.')
  }

  async function measured(run: () => Promise<Interval>): Promise<Parts> {
    await run()
    const one = ranBetween(...(await run()))
    const other = ranBetween(...(await run()))
    return one.intersection(other).difference(timers)
  }

  /** The counts before a request and after its response. What is scheduled for later is held: a slow machine would begin it earlier. */
  async function respond(send: Send): Promise<Interval> {
    const before = await quiet()
    await holdTimers()
    await send()
    const after = await counts()
    await releaseTimers()
    return [before, after]
  }

  const read = await measured(() => respond(visitor.openPost))
  const changed = await measured(async () => {
    for (let ms = RENDER_MS; ms < RENDER_LIMIT_MS; ms *= 2) {
      const before = await quiet()
      const sentence = await changeFile(site, post)
      const after = await quiet(ms)
      if (await visitor.findsCached(sentence)) return [before, after]
    }
    throw new Error('The page of a changed file was not rendered.')
  })
  const signedUp = await measured(() => respond(visitor.signUp))
  // Logged in only now: the use of a session is written again after a minute.
  const editor = await anEditor(site)
  const found = await measured(() => respond(() => editor.send('GET', adminPaths.account)))
  const notFound = await measured(() => respond(() => editor.send('DELETE', adminPaths.session('nothing'))))
  const saved = await measured(async () => respond(await editor.openPost(post)))
  // Of a draft, because the pages of a public post are rendered again as well. The site notices the written file first.
  const committed = await measured(async () => {
    const save = await editor.openPost(DRAFT)
    await quiet()
    await holdTimers('callbacks')
    await save()
    const before = await quiet()
    await releaseTimers()
    return [before, await quiet()]
  })

  const flow = (heading: string, parts: Parts): Flow => ({
    heading,
    files: filesOf(parts).filter((file) => !LEFT_OUT.test(file)),
  })
  return [
    flow('1. A visitor reads a page', read),
    flow('2. A file changes', changed),
    flow('3. A company signs up', signedUp),
    flow('Accepting a request of an administrator', found.intersection(notFound)),
    flow('4. An administrator saves a post', saved.difference(found.union(notFound))),
    flow('Committing a save', committed),
  ]
}

/**
 * The parts that run while nothing happens: the same ones in two spans of time, each longer than the interval of the timers, so that
 * the pages of the start are rendered.
 */
async function findTimers({ counts }: Execution): Promise<Parts> {
  const deadline = performance.now() + QUIET_LIMIT_MS
  let timers: Parts = new Set()
  let before = await counts()
  while (performance.now() < deadline) {
    await Bun.sleep(IDLE_MS)
    const after = await counts()
    const ran = ranBetween(before, after)
    if (ran.symmetricDifference(timers).size === 0) return timers
    timers = ran
    before = after
  }
  throw new Error('The site was never idle.')
}

/** The path of a post's file in the content folder, and its id. */
type Post = { file: string; id: string }

const DRAFT = {
  file: 'posts/a-draft.md',
  id: 'a-draft',
  text: '---\ntitle: A draft\nsummary: In short.\ndraft: true\n---\nAt length.\n',
}

/** The first public post in Markdown. */
async function firstPost({ content }: Site): Promise<Post> {
  const files = (await readdir(join(content, 'posts'))).map((name) => `posts/${name}`).sort()
  const file = files.find((path) => extname(path) === '.md' && path !== DRAFT.file)
  if (file === undefined) throw new Error('The content has no post in Markdown.')
  return { file, id: basename(file, '.md') }
}

let changes = 0
const nextSentence = () => `This is change ${++changes}.`

/** Returns the sentence that the post's file has now at its end. */
async function changeFile({ content }: Site, { file }: Post): Promise<string> {
  const path = join(content, file)
  const sentence = nextSentence()
  await writeFile(path, `${await readFile(path, 'utf8')}\n${sentence}\n`)
  return sentence
}

function aVisitor(site: Site, { id }: Post) {
  let signUps = 0
  const openPost = async () => expectOk(await fetch(site.url + pagePaths.post(id)))
  return {
    openPost,
    /** Whether the page has this sentence, and was in the cache: then its response has no request id. */
    async findsCached(sentence: string): Promise<boolean> {
      const page = await openPost()
      return page.headers.get('x-request-id') === null && (await page.text()).includes(sentence)
    },
    async signUp() {
      const body = JSON.stringify(another(++signUps))
      const headers = { 'content-type': 'application/json' }
      expectOk(await fetch(site.url + apiPaths.register, { method: 'POST', headers, body }))
    },
  }
}

async function anEditor(site: Site) {
  const login = await fetch(site.url + adminPaths.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  const { token }: { token: string } = await expectOk(login).json()
  const headers = { authorization: `Bearer ${token}` }
  const send = (method: string, path: string, body?: FormData) =>
    fetch(site.url + path, { method, headers, ...(body && { body }) })

  return {
    send,
    /** Returns how to save a change of the text, which sends what the dashboard does. */
    async openPost({ id }: Post): Promise<Send> {
      const { source }: EditablePost = await expectOk(await send('GET', `${apiPaths.post(id)}?state=all`)).json()
      const { tags, category_id, content, draft, ...fields } = source
      const form = new FormData()
      for (const name of ['title', 'summary', 'format', 'revision', 'image_alt'] as const)
        form.append(name, fields[name])
      form.append('category_id', category_id ?? '')
      form.append('draft', String(draft))
      form.append('content', `${content}\n${nextSentence()}\n`)
      for (const tag of tags) form.append('tags[]', tag.id)
      return async () => expectOk(await send('POST', `${apiPaths.post(id)}?_method=PUT`, form))
    },
  }
}

function expectOk(response: Response): Response {
  if (!response.ok) throw new Error(`${response.url} responded ${response.status}.`)
  return response
}
