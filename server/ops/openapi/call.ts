import * as v from 'valibot'

/** One call of the site, as its description has it; what follows from its kind (a body, a token, an id) is not said again. */
export type Call = {
  method: 'get' | 'post' | 'put' | 'delete'
  /** `/api/blog-posts/{id}` */
  path: string
  /** What a program that is made from the description calls it. */
  id: string
  tag: string
  /** What it does, in a line; `text` says more. */
  summary: string
  text?: string
  /** Whether it asks for the administrator's token, or for the one of the figures. */
  bearer?: 'always' | 'sometimes' | 'figures'
  /** An object whose entries are the parameters of the query. */
  query?: v.GenericSchema
  body?: Body
  /** What it answers when all is well, by status. */
  answers: Readonly<Record<number, Answer>>
  /** Refusals beside those of every call of its kind. */
  refuses?: readonly number[]
}

/** A body that is sent. `types`: how it may be written. `files`: fields that are files; `lists`: fields that are repeated, as `name[]`. */
export type Body = {
  schema: v.GenericSchema
  types: readonly string[]
  files?: Readonly<Record<string, string>>
  lists?: readonly string[]
}

export type Answer = {
  text: string
  /** Without one the answer is a text of `type`, or has no body. */
  schema?: v.GenericSchema
  type?: string
  /** Beside those of every answer: name → meaning. */
  headers?: Readonly<Record<string, string>>
  /** Has an ETag, so the same question may end with 304. */
  etag?: boolean
}

export const JSON_TYPE = 'application/json'
const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded']

/** JSON and nothing else. */
export const jsonBody = (schema: v.GenericSchema): Body => ({ schema, types: [JSON_TYPE] })
/** A few fields of text, as JSON or as a form. */
export const fieldsBody = (schema: v.GenericSchema): Body => ({ schema, types: [JSON_TYPE, ...FORM_TYPES] })

/** The answer of most calls. */
export const json = (text: string, schema: v.GenericSchema, more: Omit<Answer, 'text' | 'schema'> = {}): Answer => ({
  text,
  schema,
  ...more,
})
/** Lists that everybody may read: asked for again each time, sent again when they changed. */
export const publicJson = (text: string, schema: v.GenericSchema, headers: Record<string, string> = {}): Answer => ({
  text,
  schema,
  headers,
  etag: true,
})

export const MessageShape = v.strictObject({ message: v.string() })
/** Most deletes and a few other calls answer a sentence. */
export const messageResponse = (text: string): Answer => json(text, MessageShape)
