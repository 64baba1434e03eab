import * as v from 'valibot'
import { pagePaths } from '#contract/paths.ts'
import { PermalinkSchema, type Site } from '#contract/site.ts'
import { decodeSite } from '#server/content/files/decode-file.ts'
import type { PostEntry } from '#server/content/files/post-file.ts'
import { pathsOf } from '#server/content/snapshot/old-paths.ts'
import { ContentFileError } from '#server/text/front-matter/content-file-error.ts'
import { setFields } from '#server/text/front-matter/patch-yaml.ts'
import type { OldUrlRule } from './candidate.ts'
import { ImportFailedError } from './errors.ts'

type Rules = Pick<Site, 'old_permalinks' | 'old_folder_permalinks'>

export const isValidRule = ({ pattern }: OldUrlRule): boolean => v.is(PermalinkSchema, pattern)

/** As plans and records name a rule: `/:year/:slug/`, or `notes: /notes/:slug/` for one folder. */
export const ruleText = ({ folder, pattern }: OldUrlRule): string => (folder === '' ? pattern : `${folder}: ${pattern}`)

/** The rules that the site does not have. A folder keeps the rule that it has. */
export const rulesMissing = (rules: readonly OldUrlRule[], site: Rules): OldUrlRule[] =>
  rules.filter(({ folder, pattern }) =>
    folder === '' ? !site.old_permalinks.includes(pattern) : !Object.hasOwn(site.old_folder_permalinks, folder),
  )

const EXAMPLES_MAX = 3

/** Counts posts with an old URL by their front matter, the rules of the site and those of an import. */
export function createOldUrls(site: Rules, rules: readonly OldUrlRule[]) {
  const inFolders = rules.filter(({ folder }) => folder !== '').map(({ folder, pattern }) => [folder, pattern])
  const all: Rules = {
    old_permalinks: [...site.old_permalinks, ...rules.filter((one) => one.folder === '').map(({ pattern }) => pattern)],
    old_folder_permalinks: { ...Object.fromEntries(inFolders), ...site.old_folder_permalinks },
  }
  const found: { count: number; examples: string[] } = { count: 0, examples: [] }
  return {
    found,
    add(post: PostEntry): void {
      const { written, probable } = pathsOf(post, all)
      const first = [...written, ...probable].find(({ isOwn }) => !isOwn)
      if (!first) return
      found.count += 1
      if (found.examples.length < EXAMPLES_MAX) found.examples.push(`${first.path} → ${pagePaths.post(post.id)}`)
    },
  }
}

/** `site.yml` with further rules. Throws `ImportFailedError` where the site would not accept it. */
export function withRules(text: string, rules: readonly OldUrlRule[]): string {
  try {
    const site = decodeSite(text)
    const [inFolders, everywhere] = [
      rules.filter(({ folder }) => folder !== ''),
      rules.filter((one) => one.folder === ''),
    ]
    const fields = new Map<string, unknown>()
    if (everywhere.length > 0)
      fields.set('old_permalinks', [...site.old_permalinks, ...everywhere.map(({ pattern }) => pattern)])
    if (inFolders.length > 0)
      fields.set('old_folder_permalinks', {
        ...site.old_folder_permalinks,
        ...Object.fromEntries(inFolders.map(({ folder, pattern }) => [folder, pattern])),
      })
    const changed = setFields(text, fields)
    decodeSite(changed)
    return changed
  } catch (error) {
    if (!(error instanceof ContentFileError)) throw error
    throw new ImportFailedError(
      `site.yml cannot take ${rules.length.toLocaleString('en')} further rules of old URLs. Remove rules there that no URL needs any more, and import again.`,
    )
  }
}
