import * as v from 'valibot'
import { PermalinkSchema, type Site } from '#contract/site.ts'
import { ifValid } from '#server/text/front-matter/content-file-error.ts'
import { type Data, isMapping, readMapping, textIn } from '#server/text/front-matter/read-yaml.ts'
import { readToml } from '#server/text/front-matter/toml.ts'
import { cascadesThatHide, lineOfText } from './cascade.ts'
import { PERMALINK_STYLES } from './former-url.ts'

const JEKYLL = ['_config.yml', '_config.yaml']
const OTHERS = ['hugo.toml', 'hugo.yaml', 'hugo.yml', 'hugo.json', 'config.toml', 'config.yaml', 'config.yml']
/** Configurations of other systems, which may be beside `site.yml` once a blog was copied. */
export const oldConfigFiles: readonly string[] = [...JEKYLL, ...OTHERS]

type Rules = Pick<Site, 'old_permalinks' | 'old_folder_permalinks'>
/** A pattern of Hugo's `cascade` that hides pages, and its line. */
export type HidingPattern = { pattern: string; line: number }
/** The rules of old URLs in a configuration, and what it hides; `undefined` where it cannot be read. */
export type OldConfig = (Rules & { hides: readonly HidingPattern[] }) | undefined

/** Reads what a configuration of Jekyll, Hugo or Zola says about URLs, and what Hugo's hides, as data. */
export function decodeOldConfig(file: string, text: string): OldConfig {
  const data = ifValid(() => (file.endsWith('.toml') ? readToml(text, 0) : readMapping(text, { uniqueKeys: false })))
  if (!data) return undefined
  const rules = JEKYLL.includes(file) ? jekyllRules(data) : hugoRules(data)
  const inFolders = Object.entries(rules.old_folder_permalinks).filter(([folder, one]) => folder !== '' && isRule(one))
  return {
    old_permalinks: [...new Set(rules.old_permalinks.filter(isRule))],
    old_folder_permalinks: Object.fromEntries(inFolders),
    hides: cascadesThatHide(data.cascade).map((pattern) => ({ pattern, line: lineOfText(text, pattern || 'cascade') })),
  }
}

const isRule = (pattern: string): boolean => v.is(PermalinkSchema, pattern)
/** The path of a base URL, without a slash at its end. */
const pathOf = (url: string): string => (URL.parse(url)?.pathname ?? url).replace(/(?<!\/)\/+$/, '')
const joined = (...parts: string[]): string => `/${parts.join('/')}/`.replace(/\/{2,}/g, '/')

/** `permalink`, and that of `defaults` by the path of their scope. */
function jekyllRules(data: Data): Rules {
  const base = pathOf(textIn(data, 'baseurl'))
  const patternOf = (named: string) => joined(base, PERMALINK_STYLES[named] ?? named)
  const defaults = (Array.isArray(data.defaults) ? data.defaults : []).filter(isMapping)
  const scoped = defaults.flatMap(({ scope, values }) => {
    const permalink = isMapping(values) ? textIn(values, 'permalink') : ''
    const { path = '', type = '' } = isMapping(scope) ? scope : {}
    const isOfPosts = ['', 'posts'].includes(String(type)) && !/[*?[{]/.test(String(path))
    const folder = String(path)
      .replace(/(?:^|\/)_posts(?=\/|$)/, '')
      .replace(/^\/|\/$/g, '')
    return permalink !== '' && isOfPosts ? [{ folder, pattern: patternOf(permalink) }] : []
  })
  const whole =
    scoped.findLast(({ folder }) => folder === '')?.pattern ?? patternOf(textIn(data, 'permalink') || 'date')
  // The folders above `_posts` are categories: whether they were copied along is not known.
  const inFolders = whole.replace(/:categories\b/, ':sections/:categories')
  return {
    old_permalinks: [whole, inFolders],
    old_folder_permalinks: Object.fromEntries(scoped.map(({ folder, pattern }) => [folder, pattern])),
  }
}

/** `permalinks` of each section: for its folder, and for all posts, because the posts of one section may have been copied. */
function hugoRules(data: Data): Rules {
  const language = textIn(data, 'defaultContentLanguage', 'defaultcontentlanguage') || 'en'
  const isInSubdir = (data.defaultContentLanguageInSubdir ?? data.defaultcontentlanguageinsubdir) === true
  const base = `${pathOf(textIn(data, 'baseURL', 'baseurl', 'base_url'))}${isInSubdir ? `/${language}` : ''}`
  const permalinks = isMapping(data.permalinks) ? data.permalinks : {}
  const written = { ...permalinks, ...(isMapping(permalinks.page) ? permalinks.page : {}) }
  const sections = Object.entries(written).flatMap(([section, pattern]) =>
    typeof pattern === 'string'
      ? [{ section, pattern: pattern.replace(/:sections\b/g, `${section}/:sections`).replace(/:section\b/g, section) }]
      : [],
  )
  return {
    old_permalinks: [...sections.map(({ pattern }) => joined(base, pattern)), joined(base, '/:path/')],
    old_folder_permalinks: Object.fromEntries(sections.map(({ section, pattern }) => [section, joined(base, pattern)])),
  }
}

const OLD_PERMALINKS_MAX = 100
const merged = new WeakMap<Site, { configs: readonly OldConfig[]; site: Site }>()

/** `site.yml` with the rules of such configurations behind its own. The same object for the same ones: paths are cached by it. */
export function withOldConfigs(site: Site, configs: readonly OldConfig[]): Site {
  if (configs.length === 0) return site
  const known = merged.get(site)
  if (known && known.configs.length === configs.length && known.configs.every((one, at) => one === configs[at]))
    return known.site
  const own = new Set([...site.old_permalinks, ...configs.flatMap((one) => one?.old_permalinks ?? [])])
  const next: Site = {
    ...site,
    old_permalinks: [...own].slice(0, OLD_PERMALINKS_MAX),
    old_folder_permalinks: Object.assign(
      {},
      ...configs.map((one) => one?.old_folder_permalinks ?? {}),
      site.old_folder_permalinks,
    ),
  }
  merged.set(site, { configs, site: next })
  return next
}
