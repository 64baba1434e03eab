import { posix } from 'node:path'
import { IMPORT_TITLES_MAX } from '#contract/imports.ts'
import type { Content } from '#server/content/content.ts'
import { isContentFile, revisionOf } from '#server/content/files/content-files.ts'
import { decodeFile } from '#server/content/files/decode-file.ts'
import { ContentNotFoundError } from '#server/content/files/errors.ts'
import { normalizeOldPath } from '#server/content/files/old-path.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { formerId } from '#server/content/files/post-names.ts'
import { otherVersions, translationsIn } from '#server/content/snapshot/translations.ts'
import type {
  BuildContext,
  BuiltPost,
  Candidate,
  Candidates,
  OldUrlRule,
  WantedImage,
} from '#server/import/source/candidate.ts'
import { ImportFailedError } from '#server/import/source/errors.ts'
import { REMOTE } from '#server/import/source/export-candidates.ts'
import { createOldUrls, rulesMissing, ruleText, withRules } from '#server/import/source/old-url-rules.ts'
import { ContentFileError } from '#server/text/front-matter/content-file-error.ts'
import { freeId } from '#server/text/scan/words.ts'
import { createGroups, type Group } from './groups.ts'
import type { ImportRecord } from './record.ts'
import { createTerms } from './terms.ts'

export type PostState = 'live' | 'draft' | 'scheduled'
/** `edited` and `deleted` happened on this site since the last import, so these posts are left as they are. */
export type PostAction = 'add' | 'update' | 'same' | 'edited' | 'deleted'

/** A post of the plan, without its text. */
export type PlannedPost = {
  candidate: Candidate
  file: string
  state: PostState
  action: PostAction
  /** Of the file as it is now; `undefined` where there is none. */
  revision: string | undefined
}

export type ImportPlan = {
  system: Candidates['system']
  siteUrl: string | null
  /** Entries of the source: live, draft, scheduled and rejected together. */
  total: number
  states: Record<PostState | 'rejected', number>
  /** Some titles of each state. */
  titles: Record<PostState, readonly string[]>
  actions: Record<PostAction, number>
  rejected: Group[]
  changes: Group[]
  /** Images that are not shown. */
  missingImages: Group[]
  images: number
  leftOut: Group[]
  /** New categories, tags and authors. */
  newTerms: Record<'categories' | 'tags' | 'authors', number>
  /** New patterns of old URLs in `site.yml`. */
  permalinks: readonly string[]
  /** Live posts with an old URL, by their front matter and the rules, and some of them. */
  oldUrls: { count: number; examples: readonly string[] }
  notes: readonly string[]
}

type PlanOptions = {
  content: Pick<Content, 'snapshot' | 'read'>
  record: ImportRecord
  /** Whether the site has another image at the path of one. */
  isTaken(image: WantedImage): Promise<boolean>
  /** With images of other sites, posts that lack some are updated. */
  fetchImages: boolean
  now(): Date
  onProgress?: ((done: number, total: number) => void) | undefined
}

/** Decides about every entry without writing anything. Throws `ImportFailedError` where the totals do not match. */
export async function planImport(candidates: Candidates, options: PlanOptions) {
  const { content, onProgress } = options
  const rejected = createGroups()
  const changes = createGroups()
  const missing = createGroups()
  const states = { live: 0, draft: 0, scheduled: 0, rejected: 0 }
  const actions = { add: 0, update: 0, same: 0, edited: 0, deleted: 0 }
  const titles: Record<PostState, string[]> = { live: [], draft: [], scheduled: [] }
  const planned: PlannedPost[] = []
  let images = 0
  const { site } = content.snapshot()
  const oldUrls = createOldUrls(site, candidates.rules)
  const reject = (title: string, reason: string) => {
    states.rejected += 1
    rejected.add(reason, title)
  }
  for (const { title, reason } of candidates.rejected) reject(title, reason)
  const files = await assignFiles(candidates.posts, options, reject)
  const terms = createTerms(content.snapshot())
  const context = buildContext(files, terms, async () => undefined)
  const translations = translationsIn(files.values(), site.language)
  const versions = otherVersions(files.values(), site.language)
  const translated = { reason: `a translation: the site is in "${site.language}" (language in site.yml)` }
  const owners = ownersOfIds(content, new Set(files.values()))
  let done = 0
  for (const [candidate, file] of files) {
    onProgress?.(done++, files.size)
    const built = await candidate.build(file, context).catch(unreadable)
    if ('reason' in built) {
      reject(candidate.title, built.reason)
      continue
    }
    const read =
      translations.has(file) || versions.has(file) ? translated : readBuilt(file, built, options.now(), owners)
    if ('reason' in read) {
      reject(candidate.title, read.reason)
      continue
    }
    const { state, post } = read
    if (state === 'live') oldUrls.add(post)
    const revision = await revisionAt(content, file)
    const action = actionFor(candidate, revision, built, options)
    states[state] += 1
    if (titles[state].length < IMPORT_TITLES_MAX) titles[state].push(candidate.title)
    actions[action] += 1
    planned.push({ candidate, file, state, action, revision })
    if (action !== 'add' && action !== 'update') continue
    for (const image of built.images)
      if (await options.isTaken(image)) missing.add(TAKEN_IMAGE, candidate.title)
      else images += 1
    for (const change of new Set(built.changes)) changes.add(change, candidate.title)
    for (const reason of built.missing) missing.add(reason, candidate.title)
  }
  const created = [...terms.created.keys()]
  const countOf = (kind: string) => created.filter((file) => file.startsWith(`${kind}/`)).length
  const rules = await newRules(candidates, options)
  const plan: ImportPlan = {
    system: candidates.system,
    siteUrl: candidates.siteUrl,
    notes: candidates.notes,
    total: candidates.posts.length + candidates.rejected.length,
    states,
    titles,
    actions,
    images,
    rejected: rejected.list(),
    changes: changes.list(),
    missingImages: missing.list(),
    leftOut: [...candidates.leftOut].map(([reason, count]) => ({ reason, count, examples: [] })),
    newTerms: { categories: countOf('categories'), tags: countOf('tags'), authors: countOf('authors') },
    permalinks: rules.map(ruleText),
    oldUrls: oldUrls.found,
  }
  assertTotals(plan)
  return { plan, posts: planned, files, rules }
}
export type Planned = Awaited<ReturnType<typeof planImport>>

/** Every entry of the source is counted once. */
function assertTotals({ total, states, actions }: ImportPlan): void {
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0)
  if (sum(states) !== total || sum(actions) !== total - states.rejected)
    throw new ImportFailedError(`The totals do not match: ${total} in, ${sum(states)} planned. Nothing was written.`)
}

/** Those that neither the site has nor an import has written before. Throws `ImportFailedError` where the site has no room for them. */
async function newRules({ rules }: Candidates, { content, record }: PlanOptions): Promise<OldUrlRule[]> {
  const { site } = content.snapshot()
  const missing = rulesMissing(rules, site).filter((rule) => !record.permalinks.has(ruleText(rule)))
  if (missing.length > 0) withRules(await content.read('site.yml'), missing)
  return missing
}

type Files = ReadonlyMap<Candidate, string>

/** Chooses the file of each post: that of the last import, else a free one. */
async function assignFiles(
  posts: readonly Candidate[],
  { content, record }: PlanOptions,
  reject: (title: string, reason: string) => void,
): Promise<Files> {
  const { posts: existing, aliases } = content.snapshot()
  const recorded = new Set([...record.posts.values()].map(({ file }) => file))
  const files = new Map<Candidate, string>()
  const taken = new Set<string>()
  /** A post of an import whose record is lost. */
  const isTheSame = ({ file, title }: Candidate, id: string) => {
    const other = existing.get(id)
    return other?.file === file && other.title === title && !recorded.has(file)
  }
  const isTaken = (file: string, id: string) =>
    taken.has(file) || recorded.has(file) || existing.has(id) || aliases.has(id)
  for (const candidate of posts) {
    const before = record.posts.get(candidate.key)
    if (before) {
      files.set(candidate, before.file)
      taken.add(before.file)
      continue
    }
    if (!candidate.isRenamable) {
      if (taken.has(candidate.file)) reject(candidate.title, 'two posts have the same file name')
      else files.set(candidate, candidate.file)
      taken.add(candidate.file)
      continue
    }
    const root = posix.dirname(posix.dirname(candidate.file))
    const fileOf = (id: string) => `${root}/${id}/${posix.basename(candidate.file)}`
    const wanted = posix.basename(posix.dirname(candidate.file))
    const id =
      isTheSame(candidate, wanted) && !taken.has(candidate.file)
        ? wanted
        : await freeId(wanted, async (one) => isTaken(fileOf(one), one))
    files.set(candidate, fileOf(id))
    taken.add(fileOf(id))
  }
  return files
}

/** What the texts of all posts share. */
export function buildContext(
  files: Files,
  terms: ReturnType<typeof createTerms>,
  fetched: BuildContext['fetched'],
): BuildContext {
  const paths = new Map<string, string>()
  for (const [{ oldPaths }, file] of files)
    for (const path of oldPaths) {
      const key = normalizeOldPath(path)
      if (key !== undefined && !paths.has(key)) paths.set(key, `/blog/${posix.basename(posix.dirname(file))}`)
    }
  return {
    ...terms,
    newPath: (path) => paths.get(normalizeOldPath(path) ?? ''),
    fetched,
  }
}

const TAKEN_IMAGE = 'this site has another image at the same path, which stays: import into a folder with --into'
const TAKEN = 'a post of this site has its id: import into a folder with --into'

/** The files of posts that no import brought, by their ids. */
const ownersOfIds = (content: Pick<Content, 'snapshot'>, imported: ReadonlySet<string>): ReadonlyMap<string, string> =>
  new Map([...content.snapshot().ids].flatMap(([file, id]) => (imported.has(file) ? [] : [[id, file] as const])))

/** Whether a post of the site would lose its URL, because the imported file comes first (see `assignIds`). */
function wouldTakeId(file: string, id: string, owner: string | undefined): boolean {
  if (owner === undefined) return false
  const [mine, theirs] = [file, owner].map((one) => formerId(one) === id)
  return mine === theirs ? file < owner : mine === true
}

/** A post and its state as this site reads it, or why it cannot read it. */
function readBuilt(
  file: string,
  { text }: BuiltPost,
  now: Date,
  owners: ReadonlyMap<string, string>,
): { state: PostState; post: PostEntry } | { reason: string } {
  try {
    if (!isContentFile(file)) return { reason: 'the file name is none of a post' }
    const decoded = decodeFile(file, Buffer.from(text))
    if (decoded.kind !== 'posts') return { reason: 'the file name is none of a post' }
    if (wouldTakeId(file, decoded.post.id, owners.get(decoded.post.id))) return { reason: TAKEN }
    const { post } = decoded
    const state = post.draft ? 'draft' : post.date > now.toISOString() ? 'scheduled' : 'live'
    return { state, post }
  } catch (error) {
    return unreadable(error)
  }
}

/** Why a post cannot be imported; other errors pass. */
function unreadable(error: unknown): { reason: string } {
  if (!(error instanceof ContentFileError)) throw error
  return { reason: error.flaws[0]?.reason ?? 'the file cannot be read' }
}

const revisionAt = (content: Pick<Content, 'read'>, file: string): Promise<string | undefined> =>
  content.read(file).then(revisionOf, (error) => {
    if (error instanceof ContentNotFoundError) return undefined
    throw error
  })

function actionFor(
  { key, source }: Candidate,
  revision: string | undefined,
  { text, missing }: BuiltPost,
  { record, fetchImages }: PlanOptions,
): PostAction {
  const before = record.posts.get(key)
  if (revision === undefined) return before?.isDone ? 'deleted' : 'add'
  if (!before) return revision === revisionOf(text) ? 'same' : 'edited'
  if (!before.isDone && (revision === before.written || revision === before.before)) return 'update'
  if (revision !== before.written) return 'edited'
  const mayFetch = fetchImages && before.remote > 0 && missing.includes(REMOTE)
  return before.source === source && !mayFetch ? 'same' : 'update'
}
