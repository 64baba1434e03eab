import { STARTS_BLOCK } from './footnotes.ts'
import { lineEnd } from './lines.ts'

/** Terms and what they mean, as written, without markers and indents. */
export type DefinitionGroup = { terms: string[]; definitions: string[] }

const DEFINITION = /^ {0,3}:[ \t]{1,4}(?=\S)/
const CODE_INDENT = /^(?: {4}|\t)/
const isParagraph = (line: string) => !CODE_INDENT.test(line) && !STARTS_BLOCK.test(line)
const INDENT = /^(?: {2,4}|\t)/
/** A longer paragraph has no terms. */
const TERMS_MAX = 8

/** Reads `Term` and `: Definition` at the start of a text whose line breaks are `\n`. Reads little more than the list. */
export function definitionList(source: string): { raw: string; groups: DefinitionGroup[] } | undefined {
  const groups: DefinitionGroup[] = []
  let end = 0
  for (let at = 0; at < source.length; ) {
    const group = groupAt(source, at)
    if (!group) break
    groups.push(group)
    end = group.end
    at = afterBlankLines(source, end)
  }
  return groups.length === 0 ? undefined : { raw: source.slice(0, end), groups }
}

function groupAt(source: string, from: number): (DefinitionGroup & { end: number }) | undefined {
  const terms: string[] = []
  let at = from
  for (let line = lineAt(source, at); line !== '' && !DEFINITION.test(line); line = lineAt(source, at)) {
    if (!isParagraph(line) || terms.length === TERMS_MAX) return undefined
    terms.push(line.trim())
    at += line.length + 1
  }
  if (lineAt(source, at) === '') at++
  if (terms.length === 0 || !DEFINITION.test(lineAt(source, at))) return undefined
  const { definitions, end } = definitionsAt(source, at)
  return { terms, definitions, end }
}

function definitionsAt(source: string, from: number): { definitions: string[]; end: number } {
  const definitions: string[] = []
  let lines: string[] = []
  let end = from
  let isAfterBlank = false
  const finish = () => lines.length > 0 && definitions.push(lines.join('\n'))
  for (let at = from; at < source.length; ) {
    const line = lineAt(source, at)
    const marker = DEFINITION.exec(line)?.[0]
    if (marker) {
      finish()
      lines = [line.slice(marker.length)]
    } else if (line.trim() === '') {
      isAfterBlank = true
      at += line.length + 1
      continue
    } else {
      const continues = !isAfterBlank && isParagraph(line) && !DEFINITION.test(lineAt(source, at + line.length + 1))
      if (!INDENT.test(line) && !continues) break
      lines.push(...(isAfterBlank ? [''] : []), line.replace(INDENT, ''))
    }
    isAfterBlank = false
    end = at + line.length
    at = end + 1
  }
  finish()
  return { definitions, end }
}

const lineAt = (source: string, from: number) => source.slice(from, lineEnd(source, from))

function afterBlankLines(source: string, from: number): number {
  let at = from
  while (source[at] === '\n') at++
  return at
}
