import type { JsonSchema } from '@valibot/to-json-schema'
import type { Answer, Body, Call } from './call.ts'
import { JSON_TYPE } from './call.ts'
import { RETRY_LATER, refusals, refusalsOf } from './errors.ts'
import { answerSchema, inputSchema, namedSchemas } from './json-schema.ts'

type Described = Record<string, unknown>
export type OpenApi = {
  openapi: '3.1.0'
  info: Described
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Described>
}
export type Operation = Described & { responses: Record<string, Described> }

const DESCRIPTION = [
  'What the site’s own pages, its dashboard and other programs call. Every call carries `X-Requested-With: XMLHttpRequest`',
  'where a browser makes it. Every answer that is not a success has the shape of `Refusal`: a sentence for people, and what is',
  'wrong with which field. No answer repeats what was sent. A method that an address does not know is 405, an address that',
  'does not exist 404, and too many requests 429. Each answer carries `x-request-id`: by it the log finds the request.',
].join(' ')

/** The description of these calls as OpenAPI 3.1. */
export function describe(calls: readonly Call[]): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const call of calls) paths[call.path] = { ...paths[call.path], [call.method]: operation(call) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'The site’s API',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: {
      schemas: namedSchemas(),
      responses: Object.fromEntries(
        Object.keys(refusals).map((status) => [`Refused${status}`, errorResponse(Number(status))]),
      ),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        figures: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN' },
      },
    },
  }
}

function operation(call: Call): Operation {
  const { id, tag, summary, text, bearer, body } = call
  const parameters = [...pathParameters(call), ...queryParameters(call)]
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(text !== undefined && { description: text }),
    security: securityOf(bearer),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(body) }),
    responses: responses(call),
  }
}

function securityOf(bearer: Call['bearer']): Described[] {
  if (bearer === undefined) return []
  return bearer === 'sometimes' ? [{}, { bearer: [] }] : [{ [bearer === 'figures' ? 'figures' : 'bearer']: [] }]
}

const pathParameters = ({ path }: Call): Described[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters({ query }: Call): Described[] {
  if (!query) return []
  const { properties = {}, required = [] } = inputSchema(query)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function requestBody({ schema, types, files = {}, lists = [] }: Body): Described {
  const sent = withFiles(withLists(inputSchema(schema), lists), files)
  return { required: true, content: Object.fromEntries(types.map((type) => [type, { schema: sent }])) }
}

/** A repeated field is called `tags[]`, and need not be there. */
function withLists(schema: JsonSchema, lists: readonly string[]): JsonSchema {
  const rename = (name: string) => (lists.includes(name) ? `${name}[]` : name)
  const properties = Object.entries(schema.properties ?? {}).map(([name, one]) => [rename(name), one])
  const required = schema.required?.filter((name) => !lists.includes(name)) ?? []
  return lists.length === 0 ? schema : { ...schema, properties: Object.fromEntries(properties), required }
}

function withFiles(schema: JsonSchema, files: Readonly<Record<string, string>>): JsonSchema {
  const described = Object.entries(files).map(([name, text]) => [
    name,
    { type: 'string', format: 'binary', description: text },
  ])
  return described.length === 0
    ? schema
    : { ...schema, properties: { ...schema.properties, ...Object.fromEntries(described) } }
}

function responses(call: Call): Record<string, Described> {
  const found: Record<string, Described> = {}
  for (const status of refusalsOf(call)) found[status] = { $ref: `#/components/responses/Refused${status}` }
  for (const [status, answer] of Object.entries(call.answers)) found[status] = response(answer)
  if (Object.values(call.answers).some(({ etag }) => etag)) found[304] = { description: 'It is what you have.' }
  return found
}

const response = ({ text, schema, type = JSON_TYPE, headers = {}, etag }: Answer): Described => ({
  description: text,
  ...headersOf(etag ? { ...headers, etag: 'Send it as `if-none-match` next time.' } : headers),
  content: { [type]: { schema: schema ? answerSchema(schema) : { type: 'string' } } },
})

const errorResponse = (status: number): Described => ({
  description: refusals[status],
  ...headersOf(RETRY_LATER.includes(status) ? { 'retry-after': 'Seconds.' } : {}),
  content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Refusal' } } },
})

function headersOf(headers: Readonly<Record<string, string>>): Described {
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  return described.length === 0 ? {} : { headers: Object.fromEntries(described) }
}
