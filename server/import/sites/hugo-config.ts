import { posix } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { languageOfFolder } from '#server/content/files/post-names.ts'
import type { SourceFiles } from '#server/import/source/imported.ts'
import { isMapping, textIn } from '#server/text/front-matter/read-yaml.ts'
import { firstOf, readConfig } from './site-folder.ts'

type Data = Readonly<Record<string, unknown>>
/** A configuration file as it is written, for messages with the line of a value. */
type ConfigText = { file: string; text: string }
export type HugoConfig = {
  data: Data
  notes: string[]
  texts: readonly ConfigText[]
  /** The front matter that pages share, by the file that says so. */
  cascades: ReadonlyMap<string, unknown>
}

const NAMES = ['hugo', 'config'].flatMap((name) => ['toml', 'yaml', 'yml', 'json'].map((end) => `${name}.${end}`))
/** Later ones come first: what is published is the production environment. */
const FOLDERS = ['config/_default/', 'config/production/']
const parserOf = (path: string) => (path.endsWith('.toml') ? parseToml : Bun.YAML.parse)

/**
 * Reads the configuration of Hugo: a file at the root, or a folder, in which `permalinks.toml` has the values of the key `permalinks`.
 * `undefined` where there is none.
 */
export async function readHugoConfig(files: SourceFiles): Promise<HugoConfig | undefined> {
  const root = firstOf(files, NAMES)
  const inFolders = FOLDERS.flatMap((folder) =>
    files
      .list()
      .filter((path) => path.startsWith(folder) && /^[\w.-]+\.(?:toml|ya?ml|json)$/.test(path.slice(folder.length))),
  )
  const all = [...(root === undefined ? [] : [root]), ...inFolders]
  if (!all.some((path) => NAMES.includes(posix.basename(path)))) return undefined
  let data: Data = {}
  const notes: string[] = []
  const texts: ConfigText[] = []
  const cascades = new Map<string, unknown>()
  for (const file of all) {
    const parse = parserOf(file)
    const key = posix.basename(file).replace(/\.[^.]+$/, '')
    // `permalinks.toml` has the values of one key.
    const isWhole = NAMES.includes(posix.basename(file))
    const read = await readConfig(files, file, (text) => (isWhole ? parse(text) : { [key]: parse(text) }))
    notes.push(...read.notes)
    texts.push({ file, text: await files.text(file) })
    if (read.data.cascade !== undefined) cascades.set(file, read.data.cascade)
    data = merged(data, read.data)
  }
  return { data, notes, texts, cascades }
}

/** Values of maps are merged one level deep. */
function merged(before: Data, next: Data): Data {
  const all: Record<string, unknown> = { ...before }
  for (const [key, value] of Object.entries(next)) {
    const known = all[key]
    all[key] = isMapping(known) && isMapping(value) ? { ...known, ...value } : value
  }
  return all
}

/** Where the posts of the default language are, and its prefix in URLs. */
export function contentOf({ data }: HugoConfig, list: readonly string[]): { home: string; prefix: string } {
  const language = textIn(data, 'defaultContentLanguage', 'defaultcontentlanguage') || 'en'
  const languages = isMapping(data.languages) ? data.languages : {}
  const own = isMapping(languages[language]) ? textIn(languages[language], 'contentDir', 'contentdir') : ''
  const content = posix.normalize(own || textIn(data, 'contentDir', 'contentdir') || 'content').replace(/\/$/, '')
  const isInSubdir = (data.defaultContentLanguageInSubdir ?? data.defaultcontentlanguageinsubdir) === true
  const folders = [...new Set(list.flatMap((path) => folderIn(path, content) ?? []))]
  // A theme or module may say that these folders are languages.
  const isByFolder = own === '' && folders.includes(language) && folders.every((name) => languageOfFolder(name))
  return {
    home: isByFolder ? `${content}/${language}` : content,
    prefix: isInSubdir ? `/${language}` : '',
  }
}

function folderIn(path: string, parent: string): string | undefined {
  if (!path.startsWith(`${parent}/`)) return undefined
  const [folder, ...below] = path.slice(parent.length + 1).split('/')
  return below.length > 0 ? folder : undefined
}
