import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { readInodeBound } from '#server/storage/inode-bound-file.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type Schema = { [key: string]: unknown }

/** Of an object in an id → value map, whose keys are no names of fields. */
const isId = (key: string) => /[0-9a-f]{8}/.test(key)

/**
 * The schema that values of an older version follow: the types at each place, and the fields that all of them have. A reader of that
 * version may rely on both.
 */
export function schemaOf(values: readonly Json[]): Schema {
  const kinds = Map.groupBy(values, kindOf)
  const lists = values.filter(Array.isArray)
  const objects = values.filter(isObject)
  return {
    type: [...kinds.keys()],
    ...(lists.flat().length > 0 && { items: schemaOf(lists.flat()) }),
    ...(objects.length > 0 && fieldsOf(objects)),
  }
}

function fieldsOf(objects: readonly { [key: string]: Json }[]): Schema {
  const keys = [...new Set(objects.flatMap(Object.keys))]
  if (keys.some(isId)) return { additionalProperties: schemaOf(objects.flatMap(Object.values)) }
  const valuesOf = (key: string) => objects.flatMap((one) => (key in one ? [one[key] ?? null] : []))
  return {
    properties: Object.fromEntries(keys.map((key) => [key, schemaOf(valuesOf(key))])),
    required: keys.filter((key) => objects.every((one) => key in one)),
  }
}

const isObject = (value: Json): value is { [key: string]: Json } => kindOf(value) === 'object'

function kindOf(value: Json): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
/** What a reader of the older version would stumble over. */
export function problemsOf(schema: Schema, values: readonly Json[]): string[] {
  const isValid = ajv.compile(schema)
  return values.flatMap((value) =>
    isValid(value) ? [] : (isValid.errors ?? []).map((one) => `${one.instancePath} ${one.message}`),
  )
}

/** The JSON of private files by what they are: a log has many values, and all unsaved texts are of one kind. */
export async function storedJson(privateDir: string): Promise<Map<string, Json[]>> {
  const found = new Map<string, Json[]>()
  for (const path of await readdir(privateDir, { recursive: true })) {
    if (!/\.jsonl?$/.test(path) || path === 'server.json') continue
    const file = join(privateDir, path)
    const text = path === 'sessions.json' ? ((await readInodeBound(file))?.text ?? '') : await readFile(file, 'utf8')
    const texts = path.endsWith('l') ? text.split('\n').filter(Boolean) : [text]
    const kind = path.replace(/^drafts\/.*/, 'drafts').replace(/^imports\/.*/, 'imports')
    found.set(kind, [...(found.get(kind) ?? []), ...texts.map((one) => JSON.parse(one))])
  }
  return found
}
