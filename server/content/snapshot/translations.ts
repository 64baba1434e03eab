import { posix } from 'node:path'
import { withoutPostExtension } from '#server/content/dialects/text-formats.ts'
import { isPostFile, languageOf, languageOfFolder } from '#server/content/files/post-names.ts'

/** Whether a language, with or without a region, is that of the site. */
const isSame = (a: string, b: string) => a.toLowerCase().split('-')[0] === b.toLowerCase().split('-')[0]

/**
 * The posts in other languages than that of the site, with their language: `x.de.md`, `index.pt-br.md`, and folders such as
 * `de` next to one of the site's language, or with files of the same names as next to the folder.
 */
export function translationsIn(files: Iterable<string>, language: string): ReadonlyMap<string, string> {
  const posts = [...files].filter(isPostFile)
  const known = new Set(posts)
  const folders = new Map<string, Set<string>>()
  for (const file of posts) {
    const steps = file.split('/').slice(0, -1)
    for (const [at, step] of steps.entries()) {
      const parent = steps.slice(0, at).join('/')
      folders.set(parent, (folders.get(parent) ?? new Set()).add(step))
    }
  }
  const found = new Map<string, string>()
  const isLanguage = new Map<string, boolean>()
  const isOfLanguage = (parent: string, name: string) =>
    isLanguage.getOrInsertComputed(`${parent}/${name}`, (folder) => {
      const hasOwn = [...(folders.get(parent) ?? [])].some((one) => isSame(languageOfFolder(one) ?? '', language))
      return (
        hasOwn ||
        posts.some((one) => one.startsWith(`${folder}/`) && known.has(posix.join(parent, one.slice(folder.length))))
      )
    })
  for (const file of posts) {
    const named = languageOf(file)
    if (named !== undefined && !isSame(named, language)) {
      found.set(file, named.toLowerCase())
      continue
    }
    const steps = file.split('/').slice(0, -1)
    for (const [at, step] of steps.entries()) {
      const spoken = at > 0 ? languageOfFolder(step) : undefined
      if (spoken === undefined || isSame(spoken, language)) continue
      if (isOfLanguage(steps.slice(0, at).join('/'), step)) found.set(file, spoken.toLowerCase())
    }
  }
  return found
}

/** Posts that have a version in the language of the site beside them: `x.md` beside `x.en.md`. */
export function otherVersions(files: Iterable<string>, language: string): ReadonlySet<string> {
  const posts = [...files].filter(isPostFile)
  const named = posts.filter((file) => isSame(languageOf(file) ?? '', language))
  const bare = new Set(named.map((file) => withoutPostExtension(file).replace(/\.[^./]+$/, '')))
  return new Set(posts.filter((file) => languageOf(file) === undefined && bare.has(withoutPostExtension(file))))
}

type Report = (file: string, reason: string, severity: 'warning') => void

/** One line for each folder with translations: how many, and in which languages. */
export function reportTranslations(translations: ReadonlyMap<string, string>, language: string, report: Report): void {
  for (const [folder, files] of Map.groupBy(translations, ([file]) => posix.dirname(file))) {
    const counts = [...Map.groupBy(files, ([, one]) => one)].map(([one, { length }]) => `${one}: ${length}`)
    const what = files.length === 1 ? '1 translation is' : `${files.length} translations are`
    report(
      folder,
      `${what} not shown (${counts.join(', ')}): the site is in "${language}" (language in site.yml)`,
      'warning',
    )
  }
}
