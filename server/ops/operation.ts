import * as v from 'valibot'
import { MessageSchema } from '#contract/api.ts'

/** One operation of the API. The errors of its kind (of a write, a body, a token, an id in the path) are derived. */
export type Operation = {
  method: 'get' | 'post' | 'put' | 'delete'
  /** `/api/blog-posts/{id}` */
  path: string
  /** The function name in generated clients. */
  id: string
  summary: string
  /** On success. */
  response: OperationResponse
  auth?: Auth
} & Details

type Auth = 'admin' | 'optional' | 'metrics'

export type Details = {
  description?: string
  /** An object schema with one entry per parameter. */
  query?: v.GenericSchema
  body?: { schema: v.GenericSchema; types: readonly string[] }
  /** Statuses of other errors, and errors with a special body. */
  errors?: readonly number[]
  errorResponses?: Readonly<Record<number, OperationResponse>>
}

export type OperationResponse = {
  description: string
  status?: 201
  /** Absent: a text of `type`. */
  schema?: v.GenericSchema
  type?: string
  /** In addition to the headers of every response: name → meaning. */
  headers?: Readonly<Record<string, string>>
  /** Carries an ETag and supports `if-none-match`. */
  etag?: boolean
}

/** One function per method, for a table with one call per operation. */
export function operations(auth?: Auth) {
  const of =
    (method: Operation['method']) =>
    (path: string, id: string, summary: string, response: OperationResponse, details: Details = {}): Operation => ({
      ...{ method, path, id, summary, response, ...details },
      ...(auth && { auth }),
    })
  return { get: of('get'), post: of('post'), put: of('put'), delete: of('delete') }
}
export const admin = operations('admin')
export const readers = operations('optional')
export const visitors = operations()

/** A body that is a file and nothing else. */
export const FILE_TYPE = 'application/octet-stream'
export const JSON_TYPE = 'application/json'
export const jsonBody = (schema: v.GenericSchema) => ({ schema, types: [JSON_TYPE] })
/** Text fields, as JSON or as a form. */
export const formBody = (schema: v.GenericSchema) => ({
  schema,
  types: [JSON_TYPE, 'multipart/form-data', 'application/x-www-form-urlencoded'],
})

export const json = (schema: v.GenericSchema, description: string): OperationResponse => ({ description, schema })
export const created = (schema: v.GenericSchema, description: string) => ({ description, schema, status: 201 }) as const
export const message = (description: string) => json(MessageSchema, description)
/** Public data, which clients revalidate with its ETag. */
export const revalidated = (schema: v.GenericSchema, description: string) => ({ description, schema, etag: true })

/** HTML forms have no PUT. */
export const putQuery = v.object({ _method: v.literal('PUT') })
