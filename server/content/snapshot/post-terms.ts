import { cutText } from '#contract/cut-text.ts'
import { TERM_NAME_MAX_CHARACTERS } from '#contract/limits.ts'
import { ID_PATTERN } from '#contract/validate.ts'
import type { Place } from '#server/content/dialects/post-warnings.ts'
import { plainId, termId } from '#server/content/dialects/term-ids.ts'
import type { DecodedPost, TermEntry } from '#server/content/files/decode-file.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { didYouMean } from '#server/text/scan/edit-distance.ts'

export type TermKind = 'categories' | 'tags'
type Terms = ReadonlyMap<string, TermEntry>
/** The ids, names and former names of terms as posts may write them, as ids → the id of the term. */
export type Spellings = ReadonlyMap<string, string>
/** The categories and tags of the files, and those that only posts name. */
export type ResolvedTerms = Record<TermKind, Terms> & { spellings: Readonly<Record<TermKind, Spellings>> }

/** The id of the term that a post names: the term with that id, name or former name, or else a new one. */
export const resolveTerm = ({ spellings }: Pick<ResolvedTerms, 'spellings'>, kind: TermKind, written: string): string =>
  spellings[kind].get(written) ?? spellings[kind].get(plainId(written)) ?? plainId(written)

/** The category or tag with this id, name or former name. */
export const termAt = (snapshot: Pick<ResolvedTerms, TermKind | 'spellings'>, kind: TermKind, id: string) =>
  snapshot[kind].get(id) ?? snapshot[kind].get(snapshot.spellings[kind].get(id) ?? '')

/** The category or tag of no file, for `content:check --fix` and the dashboard. */
export const isUnfiled = ({ file }: Pick<TermEntry, 'file'>) => file === ''

/** The posts with a category or tag, whatever their state. */
export const postsWith = ({ posts }: { posts: ReadonlyMap<string, PostEntry> }, kind: TermKind, id: string) =>
  [...posts.values()].filter(({ category, tags }) => (kind === 'categories' ? category === id : tags.includes(id)))

/** Whether a term with a file has this id, or had it. A name does not count: it may change. */
export const hasFormerId = (terms: Terms, id: string): boolean =>
  [...terms.values()].some(
    (term) => !isUnfiled(term) && (term.id === id || term.aliases?.some((alias) => plainId(termId(alias)) === id)),
  )

/** The path of the file that a category or tag would have. */
export const fileOfTerm = (kind: TermKind, id: string) => `${kind}/${id}.yml`

/** The files to create so that every category and tag that posts use has one: path inside the content folder → name. */
export const missingTermFiles = (terms: Record<TermKind, Terms>): ReadonlyMap<string, string> =>
  new Map(
    (['categories', 'tags'] as const).flatMap((kind) =>
      [...terms[kind].values()].filter(isUnfiled).map(({ id, name }) => [fileOfTerm(kind, id), name] as const),
    ),
  )

/** Ids come before names, names before former names; of two terms with one name, the first by id has it. */
function spellingsOf(terms: Terms): Spellings {
  const all = [...terms.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
  const spellings = new Map<string, string>()
  const add = (spelling: string, id: string) => void (spellings.has(spelling) || spellings.set(spelling, id))
  for (const { id } of all) add(id, id)
  for (const { id } of all) add(plainId(id), id)
  for (const { id, name } of all) add(plainId(termId(name)), id)
  for (const { id, aliases = [] } of all) for (const name of aliases) add(plainId(termId(name)), id)
  return spellings
}

type Resolved = Pick<PostEntry, 'category' | 'tags'> & { entry: PostEntry }
/** Posts keep their identity from one snapshot to the next: pages and caches depend on it. */
const known = new WeakMap<PostEntry, Resolved>()

/** The entry with the ids of its terms, for an entry with the ids that its file writes. */
export function withTerms(entry: PostEntry, terms: Pick<ResolvedTerms, 'spellings'>): PostEntry {
  const category = entry.category === null ? null : resolveTerm(terms, 'categories', entry.category)
  const resolved = entry.tags.map((tag) => resolveTerm(terms, 'tags', tag))
  const tags = isSame(resolved, entry.tags) ? entry.tags : [...new Set(resolved)]
  if (category === entry.category && isSame(tags, entry.tags)) return entry
  const before = known.get(entry)
  if (before?.category === category && isSame(before.tags, tags)) return before.entry
  const written = [entry.category, ...entry.tags].filter(
    (one) => one !== null && one !== category && !tags.includes(one),
  )
  const termNames = { ...Object.fromEntries(written.map((one) => [one, one])), ...entry.termNames }
  const next = { ...entry, category, tags, termNames }
  known.set(entry, { category, tags, entry: next })
  return next
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((id, index) => id === b[index])

/** Adds the terms that only posts name: two spellings of one name are one term. */
export function resolveTerms(filed: Record<TermKind, Terms>, posts: Iterable<PostEntry>): ResolvedTerms {
  const spellings = { categories: spellingsOf(filed.categories), tags: spellingsOf(filed.tags) }
  const used = { categories: new Map(filed.categories), tags: new Map(filed.tags) }
  const add = (kind: TermKind, written: string, names: PostEntry['termNames']) => {
    const id = resolveTerm({ spellings }, kind, written)
    const term = used[kind].get(id)
    const long = names?.[written]
    const name = long === undefined ? undefined : cutText(long, TERM_NAME_MAX_CHARACTERS)
    if (!term) used[kind].set(id, { id, file: '', revision: '', name: name ?? written, description: null })
    // A name as people write it says more than an id.
    else if (isUnfiled(term) && name !== undefined && ID_PATTERN.test(term.name)) used[kind].set(id, { ...term, name })
  }
  for (const { category, tags, termNames } of posts) {
    if (category !== null) add('categories', category, termNames)
    for (const tag of tags) add('tags', tag, termNames)
  }
  return { ...used, spellings }
}

/** Adds former ids that no file has. */
export const withFormerIds = (terms: Terms, renames: readonly { from: string; to: string }[]): Terms =>
  renames.reduce((all, { from, to }) => {
    const term = all.get(to)
    if (!term || hasFormerId(all, from)) return all
    return new Map(all).set(to, { ...term, aliases: [...(term.aliases ?? []), from] })
  }, terms)

/** Whether a post names a term otherwise than by its id: then its name must stay known. */
export const isNamed = (
  id: string,
  kind: TermKind,
  posts: Iterable<PostEntry>,
  terms: Pick<ResolvedTerms, 'spellings'>,
) =>
  [...posts].some(({ termNames = {} }) =>
    Object.keys(termNames).some((one) => one !== id && resolveTerm(terms, kind, one) === id),
  )

type Report = (file: string, reason: string, severity: 'warning', line: number, column: number) => void

/** Names each term without a file once, at the first post that uses it. */
export function warnOfTerms(decoded: readonly DecodedPost[], terms: ResolvedTerms, report: Report): void {
  const named = new Set<TermEntry>()
  const check = (kind: TermKind, file: string, written: string, { line, column }: Place) => {
    const term = terms[kind].get(resolveTerm(terms, kind, written))
    if (!term || !isUnfiled(term) || named.has(term)) return
    named.add(term)
    const others = [...terms[kind].values()].filter((one) => !isUnfiled(one)).map(({ id }) => id)
    const what = `${kind === 'tags' ? 'tag' : 'category'} "${term.name}"`
    report(
      file,
      `there is no ${what}, so it is shown as written${didYouMean(term.id, others)}`,
      'warning',
      line,
      column,
    )
  }
  for (const { post, places } of decoded) {
    if (post.category !== null) check('categories', post.file, post.category, places.category)
    for (const tag of post.tags) check('tags', post.file, tag, places.tags)
  }
}
