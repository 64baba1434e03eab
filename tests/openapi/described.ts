import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { OpenApi } from '#server/ops/openapi.ts'

/** The OpenAPI document as the site serves it, so that a change of the API is seen in its commit. `bun run api` records it. */
export const RECORDED_DOCUMENT = 'tests/fixtures/openapi.json'

export const document: OpenApi = await Bun.file(RECORDED_DOCUMENT).json()

// The document has keywords outside JSON Schema.
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(document, 'api')

/** Every described operation: `GET /api/tags`. */
export const describedCalls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    path,
    method,
    operation,
  })),
)

const JSON_TYPE = 'application/json'
type Response = { $ref?: string; content?: Record<string, { schema: unknown }> }
const pointer = (...words: string[]) =>
  words.map((word) => `/${word.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The description of an operation's response with a status; `undefined` when there is none. */
function placeOf(name: string, status: number): { place: string; response: Response } | undefined {
  const call = describedCalls.find((one) => one.name === name)
  const response = call?.operation.responses[status] as Response | undefined
  if (!call || !response) return
  if (response.$ref === undefined)
    return { place: pointer('paths', call.path, call.method, 'responses', String(status)), response }
  const shared = response.$ref.replace('#/components/responses/', '')
  return {
    place: pointer('components', 'responses', shared),
    response: document.components.responses?.[shared] as Response,
  }
}

/** Problems of a response according to the description; empty when it is valid. */
export async function wrongIn(name: string, answer: globalThis.Response): Promise<unknown[]> {
  const found = placeOf(name, answer.status)
  if (!found) return [`${name} ${answer.status} is not described`]
  const text = await answer.clone().text()
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  const { content } = found.response
  if (!content) return text === '' ? [] : [`${name} ${answer.status} has a body that is not described`]
  if (!content[type]) return [`${name} ${answer.status} answers ${type}`]
  return violations(`${found.place}${pointer('content', type, 'schema')}`, type === JSON_TYPE ? JSON.parse(text) : text)
}

/** Problems of a fixture that stands for a successful JSON response to `GET /api/tags`; empty when it is valid or not described. */
export function wrongInFixture(request: string, status: number, body: unknown): unknown[] {
  const isSame = ({ name, path }: { name: string; path: string }) =>
    new RegExp(`^${name.replace(path, path.replace(/\{\w+\}/g, '[^/]+'))}$`).test(request)
  // A path without parameters wins, as in the router.
  const call = describedCalls.find(({ name }) => name === request) ?? describedCalls.find(isSame)
  const found = call && status < 300 ? placeOf(call.name, status) : undefined
  if (!found?.response.content?.[JSON_TYPE]) return []
  return violations(`${found.place}${pointer('content', JSON_TYPE, 'schema')}`, body)
}

function violations(place: string, body: unknown): unknown[] {
  const isValid = ajv.compile({ $ref: `api#${place}` })
  return isValid(body) ? [] : (isValid.errors ?? [])
}
