import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { LandingSchema } from '#contract/landing.ts'
import { pageTextIds, pageTextSchemas } from '#contract/page-texts.ts'
import { PlansSchema, SiteSchema } from '#contract/site.ts'
import { otherNames, PostFieldsSchema, postKeys } from '#server/content/dialects/post-fields.ts'
import { AuthorFileSchema } from '#server/content/files/author-file.ts'
import { NameFileSchema } from '#server/content/files/term-file.ts'

/** Custom checks cannot be expressed in JSON Schema; `bun run content:check` reports them. */
const CONFIG: ConversionConfig = {
  target: 'draft-07',
  typeMode: 'input',
  errorMode: 'ignore',
  ignoreActions: ['metadata'],
}

/** The front matter of a post, with the key names of other programs. Unknown keys are allowed, and preserved. */
function postSchema(): JsonSchema {
  const { properties: own = {}, ...schema } = converted(PostFieldsSchema)
  const properties: Record<string, JsonSchema> = {}
  for (const key of postKeys) {
    const { default: _, ...property } = own[key] as JsonSchema
    properties[key] = { ...property, description: v.getDescription(PostFieldsSchema.entries[key]) ?? '' }
    for (const name of otherNames(key).names) properties[name] ??= { description: `Read as ${key}.` }
  }
  return { title: 'Front matter of a post', ...schema, properties, required: ['title'] }
}

const converted = (schema: v.GenericSchema) => toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], CONFIG)

/** The JSON Schema of every kind of content file, generated from the schemas that the server validates with. */
export const schemaFiles = (): ReadonlyMap<string, JsonSchema> =>
  new Map<string, JsonSchema>([
    ['post', postSchema()],
    ['category', { title: 'A category', ...converted(NameFileSchema) }],
    ['tag', { title: 'A tag', ...converted(NameFileSchema) }],
    ['author', { title: 'An author of posts', ...converted(AuthorFileSchema) }],
    ['landing', { title: 'The page of a trade', ...converted(LandingSchema) }],
    ...pageTextIds.map((id): [string, JsonSchema] => [
      `page-${id}`,
      { title: `Texts of the page ${id}`, ...converted(pageTextSchemas[id]) },
    ]),
    ['site', { title: 'Facts of the site', ...converted(SiteSchema) }],
    ['plans', { title: 'Prices of the editions', ...converted(PlansSchema) }],
  ])

export const written = (schema: JsonSchema) => `${JSON.stringify(schema, null, 2)}\n`

/** `bun run schemas`: writes the JSON Schemas for editors' tools. */
if (import.meta.main)
  for (const [name, schema] of schemaFiles()) await Bun.write(`content/.schemas/${name}.json`, written(schema))
