import { CORE_SCHEMA, FAILSAFE_SCHEMA, load } from 'js-yaml'
import { attempt, type Data, isMapping, YAML_MAX_CHARACTERS } from './read-yaml.ts'

/** Values, those that other values name again included: far more than any valid front matter has. */
const VALUES_MAX = 10_000
const DEPTH_MAX = 100

/** `lines`: those that are no strict YAML, counted from 1, as far as they are known. */
type Lenient = { data: Data; spelled: Data; lines: readonly number[] }

/**
 * Parses YAML as js-yaml and PyYAML do, with which other systems read front matter: a text in quotes may go on in a line without
 * indentation. `undefined` for what they reject, too, for repeated and dangerous keys, and for values that are nested too deeply
 * or repeat themselves too often. `spelled` has numbers and booleans as they are written.
 */
export function parseLeniently(text: string): Lenient | undefined {
  if (text.length > YAML_MAX_CHARACTERS) return undefined
  const lines = new Set<number>()
  const onWarning = ({ mark }: { mark?: { line: number } }) => {
    if (mark) lines.add(mark.line + 1)
  }
  const data = attempt(() => load(text, { schema: CORE_SCHEMA, onWarning }))
  if (!isMapping(data) || !isHarmless(data)) return undefined
  const written = attempt(() => load(text, { schema: FAILSAFE_SCHEMA }))
  return { data, spelled: isMapping(written) ? (asSpelled(data, written) as Data) : data, lines: [...lines] }
}

/** The text with these lines, counted from 1, indented below the line that they go on from. */
export function indentLines(text: string, flawed: readonly number[]): string {
  let indent = ''
  return text
    .split('\n')
    .map((line, index) => {
      if (flawed.includes(index + 1)) return `${indent}  ${line.trimStart()}`
      if (line.trim() !== '') indent = /^ */.exec(line)?.[0] ?? ''
      return line
    })
    .join('\n')
}

/** Whether both have the same values, apart from the line breaks and spaces between words. */
export const haveSameWords = (one: Data, other: Data): boolean => inWords(one) === inWords(other)
const inWords = (data: Data) =>
  JSON.stringify(data, (_, value) => (typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : value))

function isHarmless(data: Data): boolean {
  let left = VALUES_MAX
  const visit = (value: unknown, depth: number): boolean => {
    if (--left < 0 || depth > DEPTH_MAX) return false
    if (Array.isArray(value)) return value.every((one) => visit(one, depth + 1))
    if (!isMapping(value)) return true
    return Object.entries(value).every(([key, one]) => key !== '__proto__' && visit(one, depth + 1))
  }
  return visit(data, 0)
}

function asSpelled(value: unknown, written: unknown): unknown {
  if (Array.isArray(value))
    return value.map((one, index) => asSpelled(one, Array.isArray(written) ? written[index] : one))
  if (isMapping(value)) {
    const there = isMapping(written) ? written : {}
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asSpelled(one, there[key])]))
  }
  return (typeof value === 'number' || typeof value === 'boolean') && written !== undefined ? written : value
}
