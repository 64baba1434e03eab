import { join } from 'node:path'
import type { Plan, PluginPrices, Site } from '#contract/site.ts'
import type {
  AuthorEntry,
  Decoded,
  DecodedPost,
  LandingEntry,
  PageTextsEntry,
  TermEntry,
} from '#server/content/files/decode-file.ts'
import { InvalidContentFolderError, type Problem, problemLine } from '#server/content/files/errors.ts'
import { type OldConfig, withOldConfigs } from '#server/content/files/old-config.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { aliasesOf, type Rename } from './aliases.ts'
import { hideByConfigs, hideSections, type Section } from './hidden-sections.ts'
import { oldPathsOf } from './old-paths.ts'
import { type FormerAuthors, formerAuthors, withAuthors } from './post-authors.ts'
import { assignIds } from './post-ids.ts'
import { type ResolvedTerms, resolveTerms, type TermKind, warnOfTerms, withFormerIds, withTerms } from './post-terms.ts'
import { reportSkipped } from './skipped-files.ts'
import { reportTranslations, translationsIn } from './translations.ts'

/** All content at one moment. Never changed in place: a change creates the next one. */
export type Snapshot = {
  posts: ReadonlyMap<string, PostEntry>
  /** The file of each post → its id. */
  ids: ReadonlyMap<string, string>
  /** Those of files, and those that only posts name (see `isUnfiled`). */
  categories: ReadonlyMap<string, TermEntry>
  tags: ReadonlyMap<string, TermEntry>
  spellings: ResolvedTerms['spellings']
  authors: ReadonlyMap<string, AuthorEntry>
  /** Former id → id of an author. */
  formerAuthors: FormerAuthors
  /** The authors of `authors.yml` next to the posts: key → name. */
  authorNames: ReadonlyMap<string, string>
  /** Old id → the id that it redirects to. */
  aliases: ReadonlyMap<string, string>
  /** Normalized path that a post had in another system → its id. */
  oldPaths: ReadonlyMap<string, string>
  landings: ReadonlyMap<string, LandingEntry>
  /** What the site changes of the texts of its pages, by the name of the page. */
  pageTexts: ReadonlyMap<string, PageTextsEntry>
  /** Co-located images: path inside the content folder → a hash of the file's size and time. */
  pictures: ReadonlyMap<string, string>
  site: Site
  plans: readonly Plan[]
  /** What plugins cost at least. */
  pluginPrices?: PluginPrices | undefined
  /** Base name → Markdown as written: `privacy-policy`. */
  legal: ReadonlyMap<string, string>
  problems: readonly Problem[]
  /** Invalid files, named as in their problems, whose last valid version is shown. */
  lastGood: ReadonlySet<string>
}

/** One file, decoded, and its problems. A broken file keeps its last good version. */
export type LoadedFile = { decoded: Decoded | undefined; problems: readonly Problem[]; isSkipped?: true }
/** All content, by path inside the content folder. */
export type LoadedFiles = ReadonlyMap<string, LoadedFile>
/** Files that have changed, as they are now; `undefined` for those that are gone. */
export type Records = ReadonlyMap<string, LoadedFile | undefined>
/** The path of the folder itself. */
export const ROOT = '.'

/** The problems of a snapshot, in their order. */
export type Reports = {
  /** Of files, names and ids. */
  first: readonly Problem[]
  /** Of each post and the images that it names, by its file, in the order of the paths. Posts without problems are left out. */
  ofPosts: ReadonlyMap<string, readonly Problem[]>
  /** Of aliases, old URLs and terms. */
  last: readonly Problem[]
}
/** A snapshot, and what the next one is made from where only a few posts change. */
export type Built = { snapshot: Snapshot; reports: Reports }

/** The snapshot of these files. Throws `InvalidContentFolderError` where `site.yml` or `plans.yml` is missing or broken. */
export const buildSnapshot = (dir: string, files: LoadedFiles): Snapshot => build(dir, files).snapshot

/** Does not depend on the order of the files. `renames` are in none of them. Throws like `buildSnapshot`. */
export function build(dir: string, files: LoadedFiles, renames: readonly Rename[] = []): Built {
  const first: Problem[] = []
  const last: Problem[] = []
  const report = reportTo(dir, first)
  const reportLast = reportTo(dir, last)
  const found: DecodedPost[] = []
  const sections: Section[] = []
  const categories = new Map<string, TermEntry>()
  const tags = new Map<string, TermEntry>()
  const authors = new Map<string, AuthorEntry>()
  const authorNames = new Map<string, string>()
  const landings = new Map<string, LandingEntry>()
  const pageTexts = new Map<string, PageTextsEntry>()
  const pictures = new Map<string, string>()
  const legal = new Map<string, string>()
  const lastGood = new Set<string>()
  const configs = new Map<string, OldConfig>()
  const site = files.get('site.yml')?.decoded
  const plans = files.get('plans.yml')?.decoded
  if (site?.kind !== 'site') throw unusable(dir, files, 'site.yml')
  if (plans?.kind !== 'plans') throw unusable(dir, files, 'plans.yml')
  const { language } = site.site
  const sorted = new Map([...files].sort(([one], [other]) => (one < other ? -1 : 1)))
  const translations = translationsIn(sorted.keys(), language)
  reportTranslations(translations, language, report)
  reportSkipped(sorted, report)
  for (const [file, { decoded, problems, isSkipped }] of sorted) {
    if (isSkipped || translations.has(file)) continue
    if (problems.length > 0) first.push(...problems)
    // Where the folder as a whole is gone, all of its content is the last good version.
    if ((decoded || file === ROOT) && problems.some(({ severity }) => severity === 'error'))
      lastGood.add(join(dir, file))
    if (decoded?.kind === 'posts') found.push(decoded)
    else if (decoded?.kind === 'sections') sections.push(decoded)
    else if (decoded?.kind === 'categories') categories.set(decoded.id, decoded)
    else if (decoded?.kind === 'tags') tags.set(decoded.id, decoded)
    else if (decoded?.kind === 'authors') authors.set(decoded.id, decoded)
    else if (decoded?.kind === 'author-names')
      for (const [key, name] of Object.entries(decoded.names)) authorNames.set(key, name)
    else if (decoded?.kind === 'old-config') {
      configs.set(file, decoded.config)
      if (!decoded.config) report(file, 'this configuration cannot be read, so it names no old URLs', 'warning')
    } else if (decoded?.kind === 'landings') landings.set(decoded.id, decoded)
    else if (decoded?.kind === 'pages') pageTexts.set(decoded.id, decoded)
    else if (decoded?.kind === 'pictures') pictures.set(decoded.file, decoded.revision)
    else if (decoded?.kind === 'legal') legal.set(decoded.id, decoded.text)
  }
  const decodedPosts = assignIds(hideByConfigs(hideSections(found, sections, report), configs, report), report)
  const posts = new Map(decodedPosts.map(({ post }) => [post.id, post]))
  const isValid = ({ post }: DecodedPost) => files.get(post.file)?.problems.length === 0
  const ofPosts = new Map<string, readonly Problem[]>()
  for (const decoded of decodedPosts) {
    const problems = postProblems(dir, decoded, pictures, isValid(decoded))
    if (problems.length > 0) ofPosts.set(decoded.post.file, problems)
  }
  const aliases = aliasesOf(posts, decodedPosts, reportLast)
  const placeOf = new Map(decodedPosts.map(({ post, places }) => [post, places.oldUrl]))
  const siteWithRules = withOldConfigs(site.site, [...configs.values()])
  const oldPaths = oldPathsOf(posts, siteWithRules, (post, reason) => {
    const place = placeOf.get(post)
    reportLast(post.file, reason, 'warning', place?.line, place?.column)
  })
  const renamed = (kind: TermKind | 'authors') => renames.filter((one) => one.kind === kind)
  const filed = {
    categories: withFormerIds(categories, renamed('categories')),
    tags: withFormerIds(tags, renamed('tags')),
  }
  const terms = resolveTerms(filed, posts.values())
  warnOfTerms(decodedPosts.filter(isValid), terms, reportLast)
  const former = formerAuthors(authors, renamed('authors'))
  const reports = { first, ofPosts, last }
  const snapshot = {
    ...terms,
    posts: new Map([...posts].map(([id, post]) => [id, withTerms(withAuthors(post, former), terms)])),
    ids: new Map(decodedPosts.map(({ post }) => [post.file, post.id])),
    authors,
    formerAuthors: former,
    authorNames,
    aliases,
    oldPaths,
    landings,
    pageTexts,
    pictures,
    site: siteWithRules,
    plans: plans.plans,
    pluginPrices: plans.pluginPrices,
    legal,
    problems: allOf(reports),
    lastGood,
  }
  return { snapshot, reports }
}

export const allOf = ({ first, ofPosts, last }: Reports): Problem[] => [
  ...first,
  ...[...ofPosts.values()].flat(),
  ...last,
]

type Report = (file: string, reason: string, severity?: Problem['severity'], line?: number, column?: number) => void

const reportTo =
  (dir: string, problems: Problem[]): Report =>
  (file, reason, severity = 'error', line = 1, column = 1) =>
    problems.push({ file: join(dir, file), line, column, reason, severity })

function unusable(dir: string, files: LoadedFiles, file: string): InvalidContentFolderError {
  const [first] = files.get(file)?.problems ?? []
  return new InvalidContentFolderError(first ? problemLine(first) : `${join(dir, file)} is missing`)
}

/** The warnings about a valid file, and the images that the post names in its folder and that are not there. */
export function postProblems(
  dir: string,
  { post, warnings, references }: DecodedPost,
  pictures: Snapshot['pictures'],
  isValid: boolean,
): Problem[] {
  const problems: Problem[] = []
  const report = reportTo(dir, problems)
  if (isValid) for (const { line, column, reason } of warnings) report(post.file, reason, 'warning', line, column)
  for (const { image, name, line, column, isCertain } of references)
    if (isCertain && !pictures.has(image))
      report(post.file, `there is no image ${name} in the folder of the post`, 'error', line, column)
  return problems
}
