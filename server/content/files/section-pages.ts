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

/** Whether the page of a section hides the posts of its folder: as a draft of Zola, by Hugo's `cascade`, or because it cannot be read. */
export function hidesSection(bytes: Uint8Array): boolean {
  const data = ifValid(() => sectionData(fileText(bytes)))
  return !data || isDraftSection(data) || cascadesThatHide(data.cascade).length > 0
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
