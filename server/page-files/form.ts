import type * as v from 'valibot'
import type { FormField, FormLeaf, FormList, FormSection } from '#contract/page-files.ts'

/** What a form needs of a schema: the schema inside of `optional` and pipes, and what they add to it. */
type Described = {
  schema: v.GenericSchema
  title: string | undefined
  help: string | null
  required: boolean
  min: number
  max: number | undefined
  /** A text of several lines. */
  lines: boolean
  /** Of a flag without a value. */
  whenAbsent: boolean
  names: readonly string[]
}

/** The sections of the form of a file, in its order: its keys with a title. `shipped`: what the site shows of keys that the file leaves out. */
export function sectionsOf(schema: v.GenericSchema, shipped: unknown = undefined): FormSection[] {
  const sections: FormSection[] = []
  for (const [key, entry] of Object.entries(entriesOf(schema))) {
    const described = describe(entry)
    if (described.title === undefined) continue
    const inside = Object.entries(entriesOf(described.schema))
    if (inside.length > 0) {
      const { title, help, required } = described
      const fields = inside.flatMap(([name, field]) =>
        fieldOf(`${key}.${name}`, describe(field), valueAt(valueAt(shipped, key), name)),
      )
      // A part that may be left out has no field that must be filled in.
      sections.push({ title, help, fields: required ? fields : fields.map((field) => ({ ...field, required })) })
      continue
    }
    const last = sections.at(-1)
    const fields = fieldOf(key, described, valueAt(shipped, key))
    if (last?.title === '') last.fields.push(...fields)
    else sections.push({ title: '', help: null, fields })
  }
  return sections
}

/** The defaults of the flags of a form, by their paths; those of entries have the path of the list before them. */
export function flagDefaults(schema: v.GenericSchema, path = ''): Map<string, boolean> {
  const { schema: inner, whenAbsent } = describe(schema)
  if (inner.type === 'boolean') return new Map([[path, whenAbsent]])
  const nested = inner.type === 'array' ? entriesOf(itemOf(inner)) : entriesOf(inner)
  return new Map(
    Object.entries(nested).flatMap(([key, entry]) => [...flagDefaults(entry, path === '' ? key : `${path}.${key}`)]),
  )
}

function fieldOf(path: string, described: Described, shipped: unknown): FormField[] {
  const { title: label, help, required, schema } = described
  if (label === undefined) return []
  if (schema.type !== 'array') return [leafOf(path, described, shipped)]
  const entries = Object.entries(entriesOf(itemOf(schema)))
  const fields =
    entries.length === 0
      ? [leafOf('', describe(itemOf(schema)), undefined)]
      : entries.flatMap(([key, entry]) => {
          const field = describe(entry)
          return field.title === undefined ? [] : [leafOf(key, field, undefined)]
        })
  const list: FormList = {
    kind: 'list',
    path,
    label,
    help,
    required,
    min: described.min,
    max: described.max ?? Number.MAX_SAFE_INTEGER,
    names: [...described.names],
    fields,
    shipped: Array.isArray(shipped)
      ? shipped.map((one) => (typeof one === 'string' ? one : Object.values(Object(one)).join(': ')))
      : null,
  }
  return [list]
}

const leafOf = (path: string, described: Described, shipped: unknown): FormLeaf => ({
  path,
  label: described.title ?? '',
  help: described.help,
  required: described.required,
  kind: kindOf(described),
  max: described.max ?? null,
  options: described.schema.type === 'picklist' ? [...optionsOf(described.schema)] : [],
  shipped: typeof shipped === 'string' ? shipped : null,
})

function kindOf({ schema, lines }: Described): FormLeaf['kind'] {
  if (schema.type === 'boolean') return 'flag'
  if (schema.type === 'number') return 'number'
  if (schema.type === 'picklist') return 'choice'
  return lines ? 'lines' : 'text'
}

/** Valibot's parts of a schema, as its documentation describes them. */
type Parts = {
  wrapped?: v.GenericSchema
  pipe?: readonly (v.GenericSchema | v.PipeAction<unknown, unknown, v.BaseIssue<unknown>> | v.GenericMetadata)[]
  entries?: v.ObjectEntries
  item?: v.GenericSchema
  options?: readonly string[]
}
const partsOf = (schema: v.GenericSchema): Parts => schema as Parts
const entriesOf = (schema: v.GenericSchema): v.ObjectEntries => partsOf(describe(schema).schema).entries ?? {}
const itemOf = (schema: v.GenericSchema): v.GenericSchema => partsOf(schema).item ?? schema
const optionsOf = (schema: v.GenericSchema): readonly string[] => partsOf(schema).options ?? []

function describe(outer: v.GenericSchema): Described {
  const found: Described = {
    schema: outer,
    title: undefined,
    help: null,
    required: true,
    min: 0,
    max: undefined,
    lines: false,
    whenAbsent: false,
    names: [],
  }
  visit(outer, found)
  return found
}

function visit(schema: v.GenericSchema, found: Described): void {
  const { pipe, wrapped } = partsOf(schema)
  if (pipe) for (const part of pipe) add(part, found)
  else if (wrapped) {
    found.required = false
    visit(wrapped, found)
  } else found.schema = schema
}

function add(part: NonNullable<Parts['pipe']>[number], found: Described): void {
  if (part.kind === 'schema') visit(part as v.GenericSchema, found)
  else if (part.type === 'title') found.title = (part as v.TitleAction<unknown, string>).title
  else if (part.type === 'description') found.help = (part as v.DescriptionAction<unknown, string>).description
  else if (part.type === 'metadata')
    Object.assign(found, (part as v.MetadataAction<unknown, Record<string, unknown>>).metadata)
  else if (part.type === 'max_length' || part.type === 'length' || part.type === 'min_length') {
    const { requirement } = part as v.LengthAction<string, number, undefined>
    if (part.type !== 'min_length') found.max = requirement
    if (part.type !== 'max_length') found.min = requirement
  }
}

const valueAt = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
