import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import * as v from 'valibot'
import * as api from '#contract/api.ts'
import * as history from '#contract/history.ts'
import * as leads from '#contract/leads.ts'
import * as posts from '#contract/posts.ts'
import { validate } from '#contract/validate.ts'
import {
  type BodySpec,
  confirmationNeeded,
  type Endpoint,
  FILE_TYPE,
  JSON_TYPE,
  type ResponseSpec,
  type Section,
} from '#server/http/endpoint.ts'

/** The schemas that these modules export get names in the document; all others are inline. */
const definitions = Object.fromEntries(
  Object.entries({ ...api, ...history, ...leads, ...posts })
    .filter(([name]) => name.endsWith('Schema'))
    .map(([name, schema]) => [name.replace(/Schema$/, ''), schema as Convertible]),
)

const DESCRIPTION = `
- **Token.** \`POST /api/admin/login\` returns one; send it as \`Authorization: Bearer …\`.
- **Errors** are JSON everywhere: \`{ "message": "…", "errors": { "<field>": { "message": "…" } } }\`. No response echoes the input. Unknown paths are 404, other methods 405, too many requests 429.
- **Request ids.** Every response carries \`x-request-id\`, by which the log finds the request; internal errors repeat it in the body (\`requestId\`).
- **Public lists** carry an \`etag\`: sent back as \`if-none-match\`, the response is 304 until something changes. They are compressed as \`accept-encoding\` asks (Brotli, gzip); logins, responses that require a token, and short ones are not.
- **Long lists end** after 500 posts or 5 MB; follow \`Link: <…>; rel="next"\` for the rest, or ask for pages.
- Browsers send \`X-Requested-With: XMLHttpRequest\`. Their writes from another website are 403.

\`\`\`sh
curl -s 'https://www.example.com/api/blog-posts?fields=card'
token=$(curl -s --data-urlencode email=you@example.com --data-urlencode password=… https://www.example.com/api/admin/login | jq -r .token)
curl -s -H "authorization: Bearer $token" --form-string title=Racks --form-string summary=Short. --form-string content='<p>Long.</p>' \\
  -F category_id=production -F 'tags[]=bakery' -F image=@racks.jpg https://www.example.com/api/blog-posts
\`\`\`
`.trim()

/** All errors have the same body. */
const errorDescriptions: Readonly<Record<number, string>> = {
  400: 'The body could not be parsed.',
  401: 'The token is missing, invalid or expired.',
  403: 'A write from another website; `expectedOrigin` is that of the site, empty if it is not set.',
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

type Auth = 'admin' | 'optional' | 'metrics'

/** An endpoint as the document has it: `PUT` by an HTML form is an operation of its own. */
type Operation = Pick<Endpoint, 'id' | 'summary' | 'errors' | 'response'> & {
  description: string | undefined
  method: 'get' | 'post' | 'put' | 'delete'
  /** `/api/blog-posts/{id}` */
  path: string
  auth: Auth | undefined
  query: v.GenericSchema | undefined
  body: Pick<BodySpec<unknown>, 'schema' | 'types'> | undefined
  errorResponses: Readonly<Record<number, ResponseSpec>>
}

/** HTML forms have no PUT. */
const FormQuerySchema = v.object({ _method: v.literal('PUT') })

function operationsOf(endpoint: Endpoint): Operation[] {
  if (endpoint.isHidden) return []
  const { fromForm, method, path, access, confirms, query, body, errorResponses = {} } = endpoint
  const operation: Operation = {
    ...endpoint,
    description: endpoint.description,
    method: methods[method],
    path: path.replace(/:(\w+)/g, '{$1}'),
    auth: authOf(access),
    query: query?.schema,
    body,
    errorResponses: { ...errorResponses, ...(confirms && { 403: confirmationNeeded }) },
  }
  if (!fromForm) return [operation]
  const { errors = [], errorResponses: formErrors = {} } = fromForm
  const byForm: Operation = {
    ...operation,
    ...fromForm,
    description: fromForm.description,
    method: 'post',
    query: FormQuerySchema,
    errors: [...errors, 405],
    errorResponses: formErrors,
  }
  return [byForm, operation]
}

const methods = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const

function authOf(access: Endpoint['access']): Auth | undefined {
  if (typeof access !== 'string') return 'optional'
  return ({ administrator: 'admin', metrics: 'metrics', public: undefined, form: undefined } as const)[access]
}

/** The statuses of an operation's errors. */
const errorStatuses = ({ method, path, auth, body, errors = [] }: Operation): readonly number[] => [
  ...errors,
  500,
  ...(auth ? [401] : []),
  ...(method === 'get' ? [] : [403, 503]),
  ...(auth || !body ? [] : [429]),
  ...(path.includes('{') ? [404] : []),
  ...(body ? [400, 408, 413, 415, 422] : []),
]

type PathOperation = ReturnType<typeof describe>
export type OpenApi = ReturnType<typeof createOpenApi>
type Components = Record<string, Record<string, unknown>>

/** Builds the OpenAPI document from the schemas that the server validates with. */
export function createOpenApi(sections: readonly Section[]) {
  const paths: Record<string, Record<string, PathOperation>> = {}
  for (const { title, endpoints } of sections)
    for (const operation of endpoints.flatMap(operationsOf))
      paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation, title) }
  const components: Components = {
    schemas: mapValues(toJsonSchemaDefs(definitions, config), withoutSchemaUrl),
    responses: Object.fromEntries(
      Object.entries(errorDescriptions).map(([status, text]) => [`Error${status}`, describeError(text)]),
    ),
    securitySchemes: {
      admin: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      metrics: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN' },
    },
  }
  const license = { name: 'MIT', identifier: 'MIT' }
  const info = { title: 'The site’s API', version: '1', description: DESCRIPTION, license }
  return { openapi: '3.1.0', info, paths, components }
}

function describe(operation: Operation, tag: string) {
  const { id, summary, description, auth, body, response, errorResponses } = operation
  const errors = errorStatuses(operation).map((status) => [status, { $ref: `#/components/responses/Error${status}` }])
  const responses: Record<string, { $ref: string } | { description: string }> = {
    ...Object.fromEntries(errors),
    [response.status ?? 200]: describeResponse(response),
    ...mapValues(errorResponses, describeResponse),
    ...(response.etag && { 304: { description: 'Not modified.' } }),
  }
  const parameters = [...pathParameters(operation), ...queryParameters(operation)]
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: auth === undefined ? [] : auth === 'optional' ? [{}, { admin: [] }] : [{ [auth]: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: contentOf(body.types, inputSchema(body.schema)) } }),
    responses,
  }
}

const contentOf = (types: readonly string[], schema: JsonSchema) =>
  Object.fromEntries(types.map((type) => [type, { schema }]))

const pathParameters = ({ path }: Operation) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))

function queryParameters({ query }: Operation) {
  if (!query) return []
  const { properties = {}, required = [] } = inputSchema(query)
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const describeResponse = ({ description, schema, type = JSON_TYPE, headers, etag }: ResponseSpec) => ({
  description,
  headers: describeHeaders({ ...headers, ...(etag && { etag: 'Send it as `if-none-match` next time.' }) }),
  content: contentOf([type], schema ? outputSchema(schema) : { type: 'string' }),
})

const describeError = (description: string) => ({
  description,
  headers: describeHeaders(description.includes('`retry-after`') ? { 'retry-after': 'Seconds.' } : {}),
  content: contentOf([JSON_TYPE], { $ref: refTo('Error') }),
})

const describeHeaders = (headers: Readonly<Record<string, string>>) =>
  mapValues(headers, (description) => ({ description, schema: { type: 'string' } }))

const refTo = (name: string) => `#/components/schemas/${name}`

/** JSON Schema cannot express our custom checks; the server reports those as 422. */
const config: ConversionConfig = {
  target: 'draft-2020-12',
  errorMode: 'ignore',
  ignoreActions: ['metadata'],
  typeMode: 'input',
  overrideRef: ({ referenceId }) => refTo(referenceId),
  overrideSchema: ({ valibotSchema }) =>
    valibotSchema.type === 'file' ? { type: 'string', format: 'binary' } : undefined,
}
type Convertible = Parameters<typeof toJsonSchema>[0]

const outputSchema = (schema: v.GenericSchema) =>
  withoutSchemaUrl(toJsonSchema(schema as Convertible, { ...config, definitions }))

/** A field is required if validation fails without it: the schemas read absent texts as empty ones, so valibot calls them optional. */
function inputSchema(schema: v.GenericSchema): JsonSchema {
  const converted = withoutSchemaUrl(toJsonSchema(schema as Convertible, config))
  if (converted.properties === undefined) return converted
  const result = validate(schema, {})
  const properties = mapValues(converted.properties as Record<string, JsonSchema>, withoutEmptyDefault)
  return { ...converted, properties, required: result.ok ? [] : Object.keys(result.errors) }
}

const withoutEmptyDefault = ({ default: fallback, ...property }: JsonSchema): JsonSchema =>
  fallback === undefined || fallback === '' ? property : { ...property, default: fallback }

const withoutSchemaUrl = ({ $schema: _, $defs: __, ...schema }: JsonSchema): JsonSchema => schema

const mapValues = <T, U>(values: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]))

/** docs/api.md: the same as Markdown, with the fields of requests but not of responses. */
export function createApiPage(sections: readonly Section[]): string {
  const texts = sections.map(({ title, endpoints }) =>
    [`## ${title}`, ...endpoints.flatMap(operationsOf).map((one) => section(one, describe(one, title)))].join('\n\n'),
  )
  const errors = Object.entries(errorDescriptions).map(([status, description]) => `- **${status}** ${description}`)
  return [
    '# The API\n\nGenerated by `bun run api`; for machines, with every field of every response: `/api/openapi.json` (OpenAPI 3.1).',
    DESCRIPTION,
    ...texts,
    `## Errors\n\n${errors.join('\n')}\n`,
  ].join('\n\n')
}

const AUTH = { admin: ' · token', optional: ' · token for some', metrics: ' · METRICS_TOKEN', none: '' }

function section({ method, path, auth, query, body }: Operation, described: PathOperation): string {
  const { summary, description, responses } = described
  const lines = Object.entries(responses).flatMap(([status, response]) =>
    'description' in response ? [`- **${status}** ${response.description}`] : [],
  )
  const errors = Object.keys(responses).filter((status) => '$ref' in (responses[status] ?? {}))
  return [
    `### ${method.toUpperCase()} ${path}\n`,
    `${summary}.${AUTH[auth ?? 'none']}${description === undefined ? '' : `  \n${description}`}\n`,
    ...(query ? [`- Query: ${fieldsOf(query)}`] : []),
    ...(body
      ? [
          `- Body as ${body.types.map((type) => `\`${type}\``).join(' or ')}: ${body.types.includes(FILE_TYPE) ? 'the file' : fieldsOf(body.schema)}`,
        ]
      : []),
    ...lines,
    `- Errors: ${errors.join(', ')}`,
  ].join('\n')
}

/** Required fields are bold. */
function fieldsOf(schema: v.GenericSchema): string {
  const { properties = {}, required = [] } = inputSchema(schema)
  const fields = Object.entries(properties as Record<string, JsonSchema>).map(([name, { enum: values, maxLength }]) => {
    const field = required.includes(name) ? `**\`${name}\`**` : `\`${name}\``
    if (values) return `${field} (${[...new Set(values.map(String))].map((value) => `\`${value}\``).join(' ')})`
    return maxLength === undefined ? field : `${field} (≤ ${maxLength})`
  })
  return fields.join(', ')
}
