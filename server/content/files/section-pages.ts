import { findFences, readFrontMatter } from '#server/text/front-matter/front-matter.ts'
import { isMapping } from '#server/text/front-matter/read-yaml.ts'
import { ifValid } from '#server/text/front-matter/text-file.ts'
import { fileText } from './content-files.ts'
import { decodeFields } from './post-file.ts'

type Data = Readonly<Record<string, unknown>>

/** The front matter of the page of a section; `undefined` where it cannot be read. */
export function sectionData(text: string): Data | undefined {
  const fences = ifValid(() => findFences(text))
  return fences ? ifValid(() => readFrontMatter(text, fences)) : {}
}

/** Why the page of a section hides the posts of its folder; `pattern`: of Hugo's `cascade`, which is read in imports only. */
export type Hiding = { pattern?: string; line?: number }

/** Whether the page of a section hides the posts of its folder: as a draft of Zola, by Hugo's `cascade`, or because it cannot be read. */
export function hidingOf(bytes: Uint8Array): Hiding | undefined {
  const text = ifValid(() => fileText(bytes))
  const data = text === undefined ? undefined : ifValid(() => sectionData(text))
  if (text === undefined || !data || isDraftSection(data)) return {}
  const patterns = cascadesThatHide(data.cascade)
  if (patterns.length === 0) return undefined
  const pattern = patterns.includes('') ? undefined : patterns[0]
  if (pattern === undefined) return {}
  const at = text.indexOf(pattern)
  return { pattern, line: at === -1 ? 1 : text.slice(0, at).split('\n').length }
}

export const isDraftSection = ({ draft = false }: Data): boolean => draft !== false

/** Whether front matter that posts share hides them, by the rules for their own. Values that cannot be read hide them, too. */
export function hidesPosts(values: Data): boolean {
  const parts = Object.entries(values).filter(([, value]) => isMapping(value))
  const all = Object.fromEntries([...scalars(values), ...parts.map(([key, value]) => [key, nested(value)])])
  return Object.keys(all).length > 0 && (ifValid(() => decodeFields(`${JSON.stringify(all)}\n`).draft) ?? true)
}

/** States are scalars. Others may be gigabytes once they are written out: YAML can name a list again in another one. */
const scalars = (values: Data) =>
  Object.entries(values).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
const nested = (value: unknown) => (isMapping(value) ? Object.fromEntries(scalars(value)) : {})

/** The entries of Hugo's `cascade` that hide pages: the pattern of paths that each is for, which may be empty. */
export function cascadesThatHide(cascade: unknown): string[] {
  const entries = (Array.isArray(cascade) ? cascade : [cascade]).filter(isMapping)
  return entries.flatMap(({ _target, target = _target, ...values }) => {
    const { kind = '', path = '' } = isMapping(target) ? target : {}
    const isForPages = kind === '' || /page|\*/.test(String(kind))
    return isForPages && hidesPosts(values) ? [String(path)] : []
  })
}
