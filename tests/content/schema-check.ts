import type { JsonSchema } from '@valibot/to-json-schema'

type Check = (schema: JsonSchema, value: unknown) => boolean

const kind = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)
const size = (value: unknown) => (typeof value === 'string' || Array.isArray(value) ? value.length : Number.NaN)
const entries = (value: unknown) => (kind(value) === 'object' ? Object.entries(value as object) : [])

/** The JSON Schema keywords that our schemas use; a value that a keyword does not apply to is valid. */
const checks: Record<string, Check> = {
  type: ({ type }, value) => type === kind(value),
  anyOf: ({ anyOf = [] }, value) => anyOf.some((one) => follows(one as JsonSchema, value)),
  enum: (schema, value) => Boolean(schema.enum?.some((one) => one === value)),
  required: ({ required = [] }, value) =>
    kind(value) !== 'object' || required.every((key) => Object.hasOwn(value as object, key)),
  properties: ({ properties = {} }, value) =>
    entries(value).every(([key, one]) => follows((properties[key] ?? true) as JsonSchema | true, one)),
  additionalProperties: ({ additionalProperties, properties = {} }, value) =>
    additionalProperties !== false || entries(value).every(([key]) => Object.hasOwn(properties, key)),
  items: ({ items }, value) =>
    !Array.isArray(value) ||
    value.every((one, at) => follows((Array.isArray(items) ? (items[at] ?? false) : items) as JsonSchema, one)),
  additionalItems: () => true,
  minItems: ({ minItems = 0 }, value) => !Array.isArray(value) || value.length >= minItems,
  maxItems: ({ maxItems = 0 }, value) => !Array.isArray(value) || value.length <= maxItems,
  minLength: ({ minLength = 0 }, value) => typeof value !== 'string' || size(value) >= minLength,
  maxLength: ({ maxLength = 0 }, value) => typeof value !== 'string' || size(value) <= maxLength,
  minimum: ({ minimum = 0 }, value) => typeof value !== 'number' || value >= minimum,
  maximum: ({ maximum = 0 }, value) => typeof value !== 'number' || value <= maximum,
  pattern: ({ pattern = '' }, value) => typeof value !== 'string' || new RegExp(pattern).test(value),
}
const WORDS_FOR_PEOPLE = ['$schema', 'title', 'description', 'default', 'format']

/** Whether a value is valid. Throws for an unsupported keyword. */
export function follows(schema: JsonSchema | boolean, value: unknown): boolean {
  if (typeof schema === 'boolean') return schema
  return Object.keys(schema).every((word) => {
    if (WORDS_FOR_PEOPLE.includes(word)) return true
    const check = checks[word]
    if (!check) throw new Error(`The schema says ${word}, which nobody here checks.`)
    return check(schema, value)
  })
}
