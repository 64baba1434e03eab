import { Elysia } from 'elysia'
import { queryOf } from './body.ts'
import type { Endpoint, Input, Page, ResponseSpec } from './endpoint.ts'
import { HIDDEN_ROUTE, MethodNotAllowedError } from './errors.ts'
import type { Identify } from './identity.ts'
import { json, PRIVATE, publicJson } from './responses.ts'

type Params = Record<string, string>
type Context = { request: Request; params: Params }

/** Elysia reads no body, because it would turn the title `{"a":1}` into an object. */
const hooksOf = ({ isHidden = false }: Endpoint) => ({ parse: 'none', detail: { hide: isHidden } }) as const

/** Registers endpoints with HEAD for each GET, and with POST for each PUT that HTML forms send. */
export function endpointRoutes(endpoints: readonly Endpoint[], identify: Identify) {
  const app = new Elysia({ name: 'endpoints' })
  for (const [path, all] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    const present = all.filter(({ isOff }) => !isOff)
    const byForm = present.find(({ fromForm }) => fromForm)
    const post = present.find(({ method }) => method === 'POST')
    for (const endpoint of present) {
      if (endpoint === post && byForm) continue
      const respond = ({ request, params }: Context) => answer(endpoint, request, params, identify)
      app.route(endpoint.method, path, respond, hooksOf(endpoint))
      if (endpoint.method === 'GET')
        app.route(
          'HEAD',
          path,
          async (context: Context) => headOf(await respond(context), endpoint.response),
          hooksOf(endpoint),
        )
    }
    if (byForm)
      app.route('POST', path, ({ request, params }: Context) => answerPost(request, params), hooksOf(post ?? byForm))

    /** Any other POST than `?_method=PUT` is one of its own, or not allowed. */
    async function answerPost(request: Request, params: Params): Promise<Response> {
      if (byForm && queryOf(request)._method?.toUpperCase() === 'PUT') return answer(byForm, request, params, identify)
      if (post) return answer(post, request, params, identify)
      if (byForm) await identify(byForm, request)
      throw new MethodNotAllowedError(present.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method])))
    }
  }
  return app
}

/** Registers pages and files, with HEAD. */
export function pageRoutes(pages: readonly Page[]) {
  const app = new Elysia({ name: 'pages and files' })
  for (const { path, handle } of pages) {
    app.route('GET', path, handle, HIDDEN_ROUTE)
    app.route('HEAD', path, async (context: Context) => headOf(await handle(context)), HIDDEN_ROUTE)
  }
  return app
}

async function answer(endpoint: Endpoint, request: Request, params: Params, identify: Identify): Promise<Response> {
  const sender = await identify(endpoint, request)
  endpoint.limit?.consume(sender.address)
  endpoint.assertAvailable?.(request)
  const query = endpoint.query?.read(request)
  const body = await endpoint.body?.read(request)
  const input: Input = Object.assign(sender, { params, query, body })
  const result = await endpoint.handle(input)
  return result instanceof Response ? result : respondWith(result, endpoint.response, request)
}

function respondWith(body: unknown, { etag, status, isPrivate }: ResponseSpec, request: Request) {
  return etag ? publicJson(request, body) : json(body, { status: status ?? 200, ...(isPrivate && PRIVATE) })
}

/** The same without its body, and with the length of it. */
async function headOf(response: Response, { isStream }: Pick<ResponseSpec, 'isStream'> = {}): Promise<Response> {
  if (response.body === null) return response
  const headers = new Headers(response.headers)
  if (isStream) {
    await response.body.cancel()
    headers.set('transfer-encoding', 'chunked')
  } else if (!headers.has('content-length')) headers.set('content-length', String((await response.bytes()).byteLength))
  return new Response(null, { status: response.status, headers })
}
