import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as v from 'valibot'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { EditablePost } from '#contract/posts.ts'
import { referencesIn, withoutCode } from '#server/text/scan/references.ts'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'
import type { MovedInSite } from './moved-in-site.ts'
import { count, noScore, type ScoresOf } from './report.ts'

/** Percent of all exports together: every row of every `truth.json` matches. */
export const exportLimits = {
  state: 100,
  title: 100,
  date: 100,
  'old URL': 100,
  terms: 100,
  author: 100,
  words: 100,
  images: 100,
  code: 100,
  private: 100,
}

/** What a post of an export is: a row of `truth.json`. */
const TruthSchema = v.array(
  v.object({
    title: v.string(),
    date: v.string(),
    /** `hidden`: private, protected, for members or deleted, so that no visitor may ever see it. */
    state: v.picklist(['live', 'draft', 'scheduled', 'hidden']),
    old: v.optional(v.string()),
    terms: v.array(v.string()),
    author: v.string(),
    /** The first words of the text. */
    words: v.string(),
    also: v.optional(v.array(v.string()), []),
    pictures: v.number(),
    codes: v.number(),
  }),
)
type Truth = v.InferOutput<typeof TruthSchema>[number]

export type OldExport = { name: string; system: string; source: string; truth: readonly Truth[] }

/** The exports in a folder: `x.truth.json` describes `x.json` or `x.xml`, `truth.json` the folder `export` beside it. */
export async function exportsIn(folder: string): Promise<OldExport[]> {
  const names = (await readdir(folder)).sort()
  const found = names.flatMap((name) => {
    const [, base] = /^(?:(.+)\.)?truth\.json$/.exec(name) ?? [undefined, null]
    if (base === null) return []
    const source = base === undefined ? 'export' : names.find((one) => one.startsWith(`${base}.`) && one !== name)
    return source && existsSync(join(folder, source)) ? [{ name, source: join(folder, source) }] : []
  })
  return Promise.all(
    found.map(async ({ name, source }) => {
      const truth = v.parse(TruthSchema, JSON.parse(await readFile(join(folder, name), 'utf8')))
      return { name: source.slice(folder.length + 1), system: basename(folder), source, truth }
    }),
  )
}

type Scores = ScoresOf<keyof typeof exportLimits>
const noScores = (): Scores => ({
  state: noScore(),
  title: noScore(),
  date: noScore(),
  'old URL': noScore(),
  terms: noScore(),
  author: noScore(),
  words: noScore(),
  images: noScore(),
  code: noScore(),
  private: noScore(),
})

/** Compares the site, into which the export was imported, with what its posts are. */
export async function measureExport(site: MovedInSite, truth: readonly Truth[]): Promise<Scores> {
  const scores = noScores()
  const rest = new Map([...site.content.snapshot().posts].map(([id, { title }]) => [id, title]))
  const live = new Set<string>()
  for (const row of truth) {
    const id = [...rest].find(([, title]) => title === row.title)?.[0]
    if (id !== undefined) rest.delete(id)
    await measureRow(site, row, id, scores)
    if (row.state === 'live' && id !== undefined) live.add(id)
  }
  await measurePrivacy(site, truth, live, scores)
  return scores
}

/** The scores of an export that cannot be imported. */
export function notImported(truth: readonly Truth[], reason: string): Scores {
  const scores = noScores()
  for (const { title } of truth) count(scores.state, false, `${title}: ${reason}`)
  return scores
}

async function measureRow(site: MovedInSite, row: Truth, id: string | undefined, scores: Scores): Promise<void> {
  const check = (name: keyof Scores, is: unknown, wanted: unknown, isGood = Bun.deepEquals(is, wanted)) =>
    count(scores[name], isGood, `${row.title}: ${JSON.stringify(is)} instead of ${JSON.stringify(wanted)}`)
  const post = id === undefined ? undefined : await editable(site, id)
  const state = post ? stateOf(post) : 'rejected'
  // What is hidden is a draft, or rejected.
  check('state', state, row.state, row.state === 'hidden' ? ['draft', 'rejected'].includes(state) : state === row.state)
  if (!post) return void (row.state !== 'hidden' && check('title', undefined, row.title))
  check('title', post.title, row.title)
  if (row.state !== 'draft' && row.state !== 'hidden') check('date', post.source.date, row.date)
  if (row.old !== undefined) {
    const answer = await site.request(row.old)
    check('old URL', answer.headers.get('location'), pagePaths.post(post.id))
  }
  const terms = [...(post.category ? [post.category] : []), ...post.tags].map(({ name }) => name)
  const lacking = row.terms.filter((term) => !terms.some((one) => same(one) === same(term)))
  check('terms', terms, row.terms, lacking.length === 0)
  const authors = [post.source.author, post.author].flatMap((name) => name ?? [])
  // Some exports name no authors, or not those of drafts.
  if (authors.length > 0) check('author', authors, row.author, authors.map(same).includes(same(row.author)))
  const text = same(toPlainText('html', post.content))
  const missing = [row.words, ...row.also].filter((one) => !text.includes(same(one)))
  check('words', missing, [])
  const { content, format } = post.source
  const bare = withoutCode(content, format)
  const images = new Set(referencesIn(bare, format).flatMap(({ kind, to }) => (kind === 'picture' ? [to] : [])))
  check('images', images.size, row.pictures, images.size >= row.pictures)
  const codes = post.content.match(/<pre\b/g)?.length ?? 0
  check('code', codes, row.codes, codes >= row.codes)
}

const editable = async (site: MovedInSite, id: string): Promise<EditablePost> =>
  (await site.asAdministrator(`${apiPaths.post(id)}?state=all`)).json()

const stateOf = ({ source: { draft, date } }: EditablePost): string =>
  draft ? 'draft' : Date.parse(date) > Date.now() ? 'scheduled' : 'live'

/** Case and typographic quotes do not matter, and any space is one. */
const words = (text: string) =>
  text
    .toLowerCase()
    .replace(/[‘’‚“”„"'`]/g, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()

/** Hyphens are spaces, too. */
const same = (text: string) => words(text).replace(/[ -]+/g, ' ').trim()

/** Words that no live post has are in no public list, feed, search or sitemap. */
async function measurePrivacy(site: MovedInSite, truth: readonly Truth[], live: ReadonlySet<string>, scores: Scores) {
  // Hyphens are no spaces here: a feed shows the URLs in a live text, and one of them may have the words of a title.
  const textOf = async (path: string) => words(toPlainText('html', await (await site.request(path)).text()))
  const known = (await Promise.all([...live].map((id) => textOf(apiPaths.post(id))))).join(' ')
  const lists = [pagePaths.blog, apiPaths.posts, '/feed.xml', '/feed.json', apiPaths.tags]
  const shown = (await Promise.all(lists.map(textOf))).join(' ')
  const urls = same(await textOf('/sitemap.xml'))
  for (const row of truth) {
    const secret = [row.title, row.words].filter((one) => one !== '' && !known.includes(words(one)))
    if (row.state === 'live' || secret.length === 0) continue
    const found = await textOf(`${apiPaths.posts}?q=${encodeURIComponent(row.title)}`)
    const leaked = secret.filter(
      (one) => shown.includes(words(one)) || found.includes(words(one)) || urls.includes(same(one)),
    )
    count(scores.private, leaked.length === 0, `${row.title}: visitors see ${leaked.join(', ')}`)
  }
}
