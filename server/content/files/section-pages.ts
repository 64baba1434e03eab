import { ifValid } from '#server/text/front-matter/content-file-error.ts'
import { findFences, readFrontMatter } from '#server/text/front-matter/front-matter.ts'
import { cascadesThatHide, lineOfText } from './cascade.ts'
import { fileText } from './content-files.ts'

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
  return { pattern, line: lineOfText(text, pattern) }
}

export const isDraftSection = ({ draft = false }: Data): boolean => draft !== false
