import type { Candidates, OldUrlRule } from '#server/import/source/candidate.ts'
import { UnreadableSourceError } from '#server/import/source/errors.ts'
import { type ConvertBody, exportCandidates } from '#server/import/source/export-candidates.ts'
import type { Reader, SourceFiles } from '#server/import/source/imported.ts'
import { isValidRule, ruleText } from '#server/import/source/old-url-rules.ts'
import { insideOnlyFolder, openSource } from '#server/import/source/source-files.ts'
import { eleventy } from './eleventy.ts'
import { hugo, zola } from './hugo.ts'
import { astro, docusaurus } from './javascript-sites.ts'
import { jekyll } from './jekyll.ts'
import { plainSite } from './plain.ts'
import { unknownSource } from './recognize.ts'
import { siteCandidates } from './site-candidates.ts'
import type { SiteDetector } from './site-folder.ts'

/** In this order: a site folder may have `package.json` for its styles. */
const sites: readonly SiteDetector[] = [hugo, zola, docusaurus, astro, jekyll, eleventy]

export type SourceOptions = {
  /** A folder below `content/posts`; empty for `content/posts` itself. */
  into: string
  /** Pages are imported as posts, too. */
  pages: boolean
  /** The rule of old URLs, where the source does not say it. */
  permalink?: string | undefined
  /** URL of the old site, where the export does not say it. */
  siteUrl?: string | undefined
}

type ReadOptions = SourceOptions & {
  workFolder: string
  readers: readonly Reader[]
  convert: ConvertBody
  onRead?: ((count: number) => void) | undefined
}

const INTO = /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*$/
const INTO_MAX_CHARACTERS = 100

/** Throws `UnreadableSourceError` for a folder that is not one below `content/posts`. */
export function assertInto(into: string): void {
  if (into !== '' && (into.length > INTO_MAX_CHARACTERS || !INTO.test(into)))
    throw new UnreadableSourceError('The folder must be lower-case letters, digits and hyphens, such as old-blog.')
}

/** Opens an export or a site folder and reads all its posts. Throws `UnreadableSourceError`. */
export async function readSource(
  source: string,
  options: ReadOptions,
): Promise<{ files: SourceFiles; candidates: Candidates }> {
  const { workFolder, into, permalink, siteUrl, onRead } = options
  assertInto(into)
  if (siteUrl !== undefined && !/^https?:$/.test(URL.parse(siteUrl)?.protocol ?? ''))
    throw new UnreadableSourceError('The URL of the old site must be complete, such as https://old.example.')
  const root = into === '' ? 'posts' : `posts/${into}`
  const given = { folder: '', pattern: permalink ?? '' }
  if (permalink && !isValidRule(given))
    throw new UnreadableSourceError(
      'The rule of the old URLs must be like /blog/:year/:month/:slug/ (docs/moving-in.md).',
    )
  const { files: opened, leftOut } = await openSource(source, workFolder)
  const { files, candidates } = await readPosts(opened, root, options)
  const found = permalink ? [given] : candidates.rules
  const rules = found.filter(isValidRule)
  const unknown = found.filter((rule) => !isValidRule(rule))
  onRead?.(candidates.posts.length + candidates.rejected.length)
  return {
    files,
    candidates: {
      ...candidates,
      rules,
      notes: [...candidates.notes, ...(unknown.length > 0 ? [unknownRules(unknown)] : [])],
      leftOut: new Map([...leftOut, ...candidates.leftOut].filter(([, count]) => count > 0)),
    },
  }
}

const unknownRules = (rules: readonly OldUrlRule[]) =>
  `Old URLs of ${rules.map(ruleText).slice(0, 5).join(', ')} do not redirect, because these rules are not known here: pass one with --permalink.`

/** Looks at the files, and at those inside their only folder: a zip may have one that is called `blog` or `content`. */
async function readPosts(opened: SourceFiles, root: string, options: ReadOptions) {
  const all = [opened]
  for (let inside = insideOnlyFolder(opened); inside; inside = insideOnlyFolder(inside)) all.push(inside)
  for (const files of all) {
    for (const reader of options.readers) {
      const source = await reader(files, { pages: options.pages })
      if (source) return { files, candidates: await exportCandidates(source, { ...options, files, root }) }
    }
    for (const detect of sites) {
      const site = await detect(files)
      if (site) return { files, candidates: await siteCandidates(site, { ...options, files, root }) }
    }
  }
  const plain = await plainSite(opened)
  if (plain) return { files: opened, candidates: await siteCandidates(plain, { ...options, files: opened, root }) }
  throw new UnreadableSourceError(await unknownSource(opened))
}
