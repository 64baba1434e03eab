import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { validate } from '#contract/validate.ts'
import { MessageShape } from './call.ts'
import { VersionDetailShape, VersionShape } from './shapes/history.ts'
import { LeadCardShape, LeadShape } from './shapes/leads.ts'
import {
  CardShape,
  DescribedNameShape,
  EditableShape,
  ImageShape,
  NameShape,
  PostPageShape,
  PostShape,
  SavedShape,
  SourceShape,
  StaleShape,
} from './shapes/posts.ts'
import { ErrorShape } from './shapes/site.ts'

type Properties = Record<string, JsonSchema>

/** Shapes that have a name in the description; everything else stands where it is used. */
const named = {
  Message: MessageShape,
  Refusal: ErrorShape,
  Name: NameShape,
  DescribedName: DescribedNameShape,
  Image: ImageShape,
  PostCard: CardShape,
  PostPage: PostPageShape,
  Post: PostShape,
  SavedPost: SavedShape,
  PostSource: SourceShape,
  EditablePost: EditableShape,
  StalePost: StaleShape,
  PostVersion: VersionShape,
  PostVersionDetail: VersionDetailShape,
  LeadCard: LeadCardShape,
  Lead: LeadShape,
} as const

/** What is checked by code of ours has no words in JSON Schema: the app says the rest, as 422. */
const config: ConversionConfig = { target: 'draft-2020-12', errorMode: 'ignore', typeMode: 'input' }
type Convertible = Parameters<typeof toJsonSchema>[0]
const asConvertible = (schema: v.GenericSchema) => schema as Convertible
const overrideRef: NonNullable<ConversionConfig['overrideRef']> = ({ referenceId }) => refTo(referenceId)
const refTo = (name: string) => `#/components/schemas/${name}`

/** The shapes with a name, for the description's own list of them. */
export const namedSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(
    Object.entries(toJsonSchemaDefs(named, { ...config, overrideRef })).map(([name, schema]) => [name, bare(schema)]),
  )

/** What a call answers; a shape with a name is referred to. */
export const answerSchema = (schema: v.GenericSchema): JsonSchema =>
  bare(toJsonSchema(asConvertible(schema), { ...config, overrideRef, definitions: named }))

/**
 * What is sent. A field of a form is required where the form without it is refused: the contract takes an absent text for
 * an empty one, which its schema calls optional.
 */
export function inputSchema(schema: v.GenericSchema): JsonSchema {
  const converted = bare(toJsonSchema(asConvertible(schema), config))
  if (converted.properties === undefined) return converted
  const result = validate(schema, {})
  const required = result.ok ? [] : Object.keys(result.errors)
  const properties = Object.entries(converted.properties as Properties).map(
    ([name, { default: fallback, ...property }]) => [
      name,
      fallback === undefined || fallback === '' ? property : { ...property, default: fallback },
    ],
  )
  return { ...converted, properties: Object.fromEntries(properties), required }
}

/** Without what belongs to a document of its own. */
function bare({ $schema: _, $defs: __, ...schema }: JsonSchema): JsonSchema {
  return schema
}
