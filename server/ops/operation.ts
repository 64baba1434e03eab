import type * as v from 'valibot'
import { MessageSchema } from '#contract/api.ts'

export const OPENAPI_PATH = '/api/openapi.json'

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
  description?: string
  auth?: Auth
  /** An object schema with one entry per parameter. */
  query?: v.GenericSchema
  body?: { schema: v.GenericSchema; types: readonly string[] }
  /** Statuses of other errors, and errors with a body of their own. */
  errors?: readonly number[]
  errorResponses?: Readonly<Record<number, OperationResponse>>
}
export type Auth = 'admin' | 'optional' | 'metrics'

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

type Details = Pick<Operation, 'description' | 'query' | 'body' | 'errors' | 'errorResponses'>
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
export const revalidated = (schema: v.GenericSchema, description: string, headers = {}): OperationResponse => ({
  ...{ description, schema, headers },
  etag: true,
})

/** All errors have the same body. */
export const errorDescriptions: Readonly<Record<number, string>> = {
  400: 'The body could not be parsed.',
  401: 'The token is missing, invalid or expired.',
  403: 'A write from another website.',
  404: 'Not found.',
  405: 'Method not allowed; `allow` lists the methods of this path.',
  408: 'The body did not arrive in time.',
  409: 'Conflicts with the current state.',
  413: 'The body is too large.',
  415: 'Unsupported content type.',
  422: 'Invalid input; `errors` has a message for each invalid field.',
  429: 'Too many requests; `retry-after` is the number of seconds to wait.',
  500: 'Internal error; `requestId` finds it in the log.',
  503: 'It could not be stored, or the server is overloaded; `retry-after` is the number of seconds to wait.',
}

/** The statuses of an operation's errors. Sorted. */
export function errorStatuses({ method, path, auth, body, errors = [] }: Operation): number[] {
  const statuses = new Set<number>([...errors, 500])
  const add = (...more: number[]) => {
    for (const status of more) statuses.add(status)
  }
  if (auth) add(401)
  if (method !== 'get') add(403, 503)
  if (method !== 'get' && !auth) add(429)
  if (path.includes('{')) add(404)
  if (body) add(400, 408, 413, 415, 422)
  return [...statuses].sort()
}
