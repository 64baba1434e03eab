/**
 * `bun run xss -- FILE`: puts every attack of a collection (JSON: `[{ "id": 1, "v": "<img …>" }]`) into the content of a real site
 * and opens every page that shows it in Chromium without the security policy. Exits with 1 when something ran, went elsewhere, or
 * could.
 */
import { type BrowserContext, chromium, type Page } from 'playwright'
import * as v from 'valibot'
import { chromiumFlags, findChromium } from '#tests/helpers/chromium.ts'
import type { Site } from '#tests/helpers/site.ts'
import { corpusContent, idsOf, type Vector } from './corpus-content.ts'
import {
  dashboard,
  goThrough,
  leads,
  logIn,
  newTally,
  openAll,
  readFeeds,
  sendMessages,
  type Tally,
} from './corpus-visits.ts'
import { hostileSite } from './hostile-content.ts'
import { type Breaches, watch } from './watch.ts'

const VectorsSchema = v.array(v.object({ id: v.number(), v: v.string() }))
const SHOWN = 20
const POSTS_PER_LIST = 12
/** All of them are in the list, and all leads are displayed alike. */
const LEADS_OPENED = 200
/** Every Nth name gets its own page opened; all are in chips. */
const NAMES_STEP = 10

async function previews(site: Site, ids: readonly string[], token: string): Promise<string[]> {
  const paths: string[] = []
  for (const id of ids) {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${site.url}/api/blog-posts/${id}/preview`, { method: 'POST', headers })
    if (answer.ok) paths.push((await answer.json()).path)
  }
  return paths
}

type Ids = ReturnType<typeof idsOf>
type Step = (what: string) => void

async function inApp(page: Page, { batches, html, md }: Ids, tally: Tally, step: Step) {
  step('dashboard, editor, history')
  await dashboard(page, batches, tally)
  step('posts, inside the app')
  await goThrough(page, [...html, ...md], tally)
  step('leads')
  await leads(page, LEADS_OPENED, tally)
  step('done inside the app')
}

async function addresses(site: Site, { html, md, drafts, batches }: Ids, token: string) {
  const numbers = (step: number) =>
    html
      .keys()
      .filter((at) => at % step === 0)
      .toArray()
  const lists = Math.ceil((html.length + md.length) / POSTS_PER_LIST)
  return {
    post: [...html, ...md].map((id) => `/blog/${id}`),
    list: Array.from({ length: lists }, (_, at) => `/blog?page=${at + 1}`),
    preview: await previews(site, [...drafts, ...batches], token),
    name: numbers(NAMES_STEP).flatMap((at) => [`/blog/category/v-${at}`, `/blog/tag/v-${at}`]),
  }
}

async function asDocuments(context: BrowserContext, paths: Record<string, string[]>, tally: Tally, step: Step) {
  for (const [surface, all] of Object.entries(paths)) {
    step(`${surface}: ${all.length} documents`)
    await openAll(context, all, surface, tally)
  }
  step('done with documents')
}

/** The two posts of a vector are the only ones in its category. */
async function feeds(context: BrowserContext, { html }: Ids, tally: Tally, step: Step) {
  step(`feeds: of ${html.length} categories, in both forms`)
  await readFeeds(
    context,
    html.flatMap((_, at) => [`/blog/category/v-${at}/feed.xml`, `/blog/category/v-${at}/feed.json`]),
    tally,
  )
  step('done with feeds')
}

async function visit(site: Site, vectors: readonly Vector[], tally: Tally): Promise<Breaches[]> {
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumFlags })
  const step = (what: string) =>
    console.log(
      `${new Date().toISOString().slice(11, 19)} ${what}; so far ${tally.stored} pieces of HTML, ${tally.harm.length} with harm`,
    )
  try {
    const open = () => browser.newContext({ bypassCSP: true, baseURL: site.url })
    const [app, documents] = [await open(), await open()]
    // Documents exercise the HTML parser; the app's way to show a post is exercised separately.
    await documents.route(/\/(?:code|static)\//, (route) => route.abort())
    const breaches = [await watch(app, site.url), await watch(documents, site.url)]
    const ids = idsOf(vectors)
    step(`${await sendMessages(site, vectors)} of ${vectors.length} vectors are messages`)
    const page = await app.newPage()
    const token = await logIn(page, site)
    await Promise.all([
      inApp(page, ids, tally, step),
      asDocuments(documents, await addresses(site, ids, token), tally, step),
      feeds(documents, ids, tally, step),
    ])
    return breaches
  } finally {
    await browser.close()
  }
}

function report({ pages, stored, harm }: Tally, breaches: readonly Breaches[]): boolean {
  const executed = breaches.flatMap((one) => one.executed)
  const foreign = breaches.flatMap((one) => one.foreign)
  for (const [surface, count] of pages) console.log(`${surface.padEnd(34)} ${count}`)
  console.log(`${'pieces of stored HTML looked at'.padEnd(34)} ${stored}`)
  for (const [what, found] of Object.entries({ executed, 'requests elsewhere': foreign, 'harm left': harm })) {
    console.log(`${what.padEnd(34)} ${found.length}`)
    for (const one of found.slice(0, SHOWN)) console.log(`  ${one}`)
  }
  return executed.length + foreign.length + harm.length === 0
}

if (import.meta.main) {
  const [file, only] = process.argv.slice(2)
  if (!file) throw new Error('Which file? bun run xss -- FILE')
  const vectors = v.parse(VectorsSchema, await Bun.file(file).json()).slice(0, only ? Number(only) : undefined)
  const site = await hostileSite(corpusContent(vectors))
  const tally = newTally()
  const began = performance.now()
  try {
    const rejected = site.output().split('"event":"content problem"').length - 1
    console.log(`${vectors.length} vectors; the site rejects ${rejected} of the files`)
    const isClean = report(tally, await visit(site, vectors, tally))
    console.log(`${'seconds'.padEnd(34)} ${Math.round((performance.now() - began) / 1000)}`)
    process.exitCode = isClean ? 0 : 1
  } finally {
    await site.close()
  }
}
