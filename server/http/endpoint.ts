import * as v from 'valibot'
import { ConfirmationNeededSchema } from '#contract/accounts.ts'
import { MessageSchema } from '#contract/api.ts'
import type { RateLimiter } from '#server/lib/rate-limiter.ts'
import {
  type BodyLimits,
  filledQueryOf,
  parseOrThrow,
  queryOf,
  readFields,
  readForm,
  readJson,
  type TextLimits,
} from './body.ts'
import type { Access, Confirmation, Identified, Identity } from './identity.ts'
import { type ReceivedFile, receiveFile } from './upload.ts'

type IdentityFor<A extends Access> = A extends 'administrator'
  ? Identity
  : A extends { states: readonly string[] }
    ? Identity | undefined
    : undefined

type ParametersIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParametersIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** What a handler gets: everything is checked and validated. */
export type Input<
  Names extends string = string,
  Query = unknown,
  Body = unknown,
  Who extends Identity | undefined = Identity | undefined,
> = Identified<Who> & {
  params: Readonly<Record<Names, string>>
  query: Query
  body: Body
}

export type QuerySpec<Query> = { schema: v.GenericSchema; read(request: Request): Query }
export type BodySpec<Body> = {
  schema: v.GenericSchema
  types: readonly string[]
  read(request: Request): Promise<Body>
}

/** On success, unless the handler returns a `Response` itself. */
export type ResponseSpec<Schema extends v.GenericSchema = v.GenericSchema> = {
  description: string
  status?: 201
  /** Absent: a text of `type`. */
  schema?: Schema
  type?: string
  /** In addition to the headers of every response: name → meaning. */
  headers?: Readonly<Record<string, string>>
  /** Public data with an ETag, which clients revalidate. */
  etag?: boolean
  /** For one administrator: no cache may store it, not even of the browser. */
  isPrivate?: boolean
  /** The body is sent as it is made: its length is unknown. */
  isStream?: boolean
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Description = {
  /** The name of the function in generated clients. */
  id: string
  summary: string
  description?: string
  /** Statuses of errors that do not follow from the rest, and errors with a body of their own. */
  errors?: readonly number[]
  errorResponses?: Readonly<Record<number, ResponseSpec>>
}

type Specification<Path extends string, A extends Access, Query, Body, Schema extends v.GenericSchema> = Description & {
  method: Method
  /** `/api/leads/:id` */
  path: Path
  access: A
  confirms?: Confirmation
  /** Counts the request of an IP address before its body is read. */
  limit?: Pick<RateLimiter, 'consume'> | undefined
  /** Throws before the body is read where a request cannot be answered. */
  assertAvailable?(request: Request): void
  query?: QuerySpec<Query>
  body?: BodySpec<Body>
  response: ResponseSpec<Schema>
  /** Of a PUT: HTML forms, which have no PUT, send it as `POST …?_method=PUT`. */
  fromForm?: Description
  /** It is described, but this site does not have it. */
  isOff?: boolean
  /** It is not described. */
  isHidden?: boolean
  handle(
    input: Input<ParametersIn<Path>, Query, Body, IdentityFor<A>>,
  ): v.InferOutput<Schema> | Response | Promise<v.InferOutput<Schema> | Response>
}

/** One endpoint of the API: its route, checks, limits and description. */
export type Endpoint = Omit<Specification<string, Access, unknown, unknown, v.GenericSchema>, 'handle'> & {
  handle(input: Input): unknown
}

export const endpoint = <
  const Path extends string,
  const A extends Access,
  Query = undefined,
  Body = undefined,
  Schema extends v.GenericSchema = v.GenericSchema,
>(
  specification: Specification<Path, A, Query, Body, Schema>,
): Endpoint => specification

/** The endpoints under one heading of the description. */
export type Section = { title: string; endpoints: readonly Endpoint[] }

/** A page or a file, with HEAD. It is not part of the API. */
export type Page = {
  path: string
  handle(input: { request: Request; params: Record<string, string> }): Response | Promise<Response>
}

/** A body that is a file and nothing else. */
export const FILE_TYPE = 'application/octet-stream'
export const JSON_TYPE = 'application/json'
const MULTIPART_TYPE = 'multipart/form-data'

export const jsonBody = <Schema extends v.GenericSchema>(
  schema: Schema,
  limits?: TextLimits,
): BodySpec<v.InferOutput<Schema>> => ({
  schema,
  types: [JSON_TYPE],
  read: async (request) => parseOrThrow(schema, await readJson(request, limits)),
})

/** Text fields, as JSON or as a form. */
export const fieldsBody = <Schema extends v.GenericSchema>(schema: Schema): BodySpec<v.InferOutput<Schema>> => ({
  schema,
  types: [JSON_TYPE, MULTIPART_TYPE, 'application/x-www-form-urlencoded'],
  read: async (request) => parseOrThrow(schema, await readFields(request)),
})

/** Of access `form`: the handler reads it. */
export const formBody = (schema: v.GenericSchema): BodySpec<undefined> => ({
  schema,
  types: fieldsBody(schema).types,
  read: async () => undefined,
})

/** A form with files: the handler validates its fields. */
export const multipartBody = (schema: v.GenericSchema, limits: BodyLimits): BodySpec<FormData> => ({
  schema,
  types: [MULTIPART_TYPE],
  read: (request) => readForm(request, limits),
})

/** One file, which the handler stores as it arrives. */
export const fileBody = (description: string, maxBytes: number, tooLarge: string): BodySpec<ReceivedFile> => ({
  schema: v.pipe(v.file(), v.description(description)),
  types: [FILE_TYPE],
  read: async (request) => receiveFile(request, maxBytes, tooLarge),
})

/** The parameters of the URL. */
export const parameters = <Schema extends v.GenericSchema>(schema: Schema): QuerySpec<v.InferOutput<Schema>> => ({
  schema,
  read: (request) => parseOrThrow(schema, queryOf(request)),
})

/** The same; those of an empty value count as absent. */
export const filledParameters = <Schema extends v.GenericSchema>(schema: Schema): QuerySpec<v.InferOutput<Schema>> => ({
  schema,
  read: (request) => parseOrThrow(schema, filledQueryOf(request)),
})

/** The same, as they were sent: the handler validates them. */
export const sentParameters = (schema: v.GenericSchema): QuerySpec<Record<string, string>> => ({
  schema,
  read: queryOf,
})

export const ok = <Schema extends v.GenericSchema>(schema: Schema, description: string): ResponseSpec<Schema> => ({
  description,
  schema,
})
export const created = <Schema extends v.GenericSchema>(schema: Schema, description: string): ResponseSpec<Schema> => ({
  description,
  schema,
  status: 201,
})
export const message = (description: string) => ok(MessageSchema, description)
export const revalidated = <Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
): ResponseSpec<Schema> => ({ description, schema, etag: true })
export const privately = <Schema extends v.GenericSchema>(response: ResponseSpec<Schema>): ResponseSpec<Schema> => ({
  ...response,
  isPrivate: true,
})

/** The error of an endpoint that requires a confirmation. */
export const confirmationNeeded = ok(
  v.strictObject({
    ...MessageSchema.entries,
    confirmation: v.exactOptional(ConfirmationNeededSchema.entries.confirmation),
    expectedOrigin: v.exactOptional(v.string()),
  }),
  'With `confirmation`: confirm with `POST /api/admin/confirmation`, then send this again. Otherwise a write from another website, with `expectedOrigin`.',
)
