import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import * as api from '#contract/api.ts'
import * as history from '#contract/history.ts'
import * as leads from '#contract/leads.ts'
import * as posts from '#contract/posts.ts'
import { validate } from '#contract/validate.ts'
import { historyOperations, postOperations, taxonomyOperations } from './blog-operations.ts'
import { errorDescriptions, errorStatuses, JSON_TYPE, type Operation, type OperationResponse } from './operation.ts'
import { adminOperations, leadOperations, machineOperations, visitorOperations } from './site-operations.ts'

type Fields = Record<string, unknown>
export type PathOperation = Fields & { responses: Record<string, Fields> }
export type OpenApi = {
  openapi: '3.1.0'
  info: Fields & { description: string }
  paths: Record<string, Record<string, PathOperation>>
  components: Record<string, Fields>
}

/** A test compares them with the routes of the app. */
const operationsByTag: Readonly<Record<string, readonly Operation[]>> = {
  Visitors: visitorOperations,
  Posts: postOperations,
  'Categories and tags': taxonomyOperations,
  History: historyOperations,
  Leads: leadOperations,
  Administration: adminOperations,
  Machines: machineOperations,
}

/** The schemas that these modules export get names in the document; all others are inline. */
const definitions = Object.fromEntries(
  Object.entries({ ...api, ...history, ...leads, ...posts })
    .filter(([name]) => name.endsWith('Schema'))
    .map(([name, schema]) => [name.replace(/Schema$/, ''), schema as Convertible]),
)

const DESCRIPTION = `
- **Token.** \`POST /api/admin/login\` returns one for 12 hours; send it as \`Authorization: Bearer …\`.
- **Errors** are JSON everywhere: \`{ "message": "…", "errors": { "<field>": { "message": "…" } } }\`. No response echoes the input. Unknown paths are 404, other methods 405, too many requests 429.
- **Request ids.** Every response carries \`x-request-id\`, by which the log finds the request; internal errors repeat it in the body (\`requestId\`).
- **Public lists** carry an \`etag\`: sent back as \`if-none-match\`, the response is 304 until something changes. They are compressed as \`accept-encoding\` asks (Brotli, gzip); logins, responses that require a token, and short ones are not.
- **Long lists end** after 500 posts or 5 MB; follow \`Link: <…>; rel="next"\` for the rest, or ask for pages.
- Browsers send \`X-Requested-With: XMLHttpRequest\`. Their writes from another website are 403.

\`\`\`sh
curl -s https://www.example.com/api/blog-posts?fields=card
token=$(curl -s -d email=you@example.com -d password=… https://www.example.com/api/admin/login | jq -r .token)
curl -s -H "authorization: Bearer $token" -F title=Racks -F summary=Short. -F content='<p>Long.</p>' \\
  -F category_id=production -F 'tags[]=bakery' -F image=@racks.jpg https://www.example.com/api/blog-posts
\`\`\`
`.trim()

/** Builds the OpenAPI document from the schemas that the server validates with. */
export function createOpenApi(): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const [tag, operations] of Object.entries(operationsByTag))
    for (const operation of operations)
      paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation, tag) }
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
      schemas: mapValues(toJsonSchemaDefs(definitions, config), withoutSchemaUrl),
      responses: Object.fromEntries(
        Object.entries(errorDescriptions).map(([status, text]) => [`Error${status}`, describeError(text)]),
      ),
      securitySchemes: {
        admin: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        metrics: { type: 'http', scheme: 'bearer', description: 'METRICS_TOKEN' },
      },
    },
  }
}

function describe(operation: Operation, tag: string): PathOperation {
  const { id, summary, description, auth, body, response, errorResponses = {} } = operation
  const errors = errorStatuses(operation).map((status) => [status, { $ref: `#/components/responses/Error${status}` }])
  const parameters = [...pathParameters(operation), ...queryParameters(operation)]
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    security: auth === undefined ? [] : auth === 'optional' ? [{}, { admin: [] }] : [{ [auth]: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: contentOf(body.types, inputSchema(body.schema)) } }),
    responses: {
      ...Object.fromEntries(errors),
      [response.status ?? 200]: describeResponse(response),
      ...mapValues(errorResponses, describeResponse),
      ...(response.etag && { 304: { description: 'Not modified.' } }),
    },
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
    ...{ name, in: 'query', required: required.includes(name), schema },
  }))
}

const describeResponse = ({ description, schema, type = JSON_TYPE, headers, etag }: OperationResponse) => ({
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
