/** Values of JSON that anybody may have written: what has another type is as good as absent. */
export type Fields = Readonly<Record<string, unknown>>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The first of the values that is a text or a number, as a text. */
export function textOf(...values: readonly unknown[]): string {
  const found = values.find((value) => (typeof value === 'string' && value !== '') || typeof value === 'number')
  return found === undefined ? '' : String(found)
}

/** Old versions have 0 and 1 for booleans. */
export const isOn = (value: unknown): boolean => value === true || value === 1 || value === '1' || value === 'true'

/** Returns undefined for a text that is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
