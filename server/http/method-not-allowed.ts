import { Elysia } from 'elysia'
import { MethodNotAllowedError } from './errors.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
/** Of a route that only refuses: no description lists it. */
export const HIDDEN_ROUTE = { detail: { hide: true } } as const
export type Method = (typeof METHODS)[number]

/**
 * Answers 405 with `Allow` where a known path is asked with a method it does not have.
 * Use it beside the routes: `.use(otherMethods({ '/api/tags': ['GET', 'POST'] }))`.
 * Each method is registered by name: Elysia looks for `all` only after every wildcard of the method itself,
 * and the pages catch `GET /*`. `page`: the pages answer GET here; for a path without parameters `all` would come before them.
 */
export function rejectOtherMethods(allowed: Record<string, readonly Method[]>, { page = false } = {}) {
  const app = new Elysia()
  for (const [path, methods] of Object.entries(allowed)) {
    const reject = () => {
      throw new MethodNotAllowedError(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))
    }
    for (const method of METHODS) if (!methods.includes(method)) app.route(method, path, reject, HIDDEN_ROUTE)
    if (!methods.includes('GET')) app.route('HEAD', path, reject, HIDDEN_ROUTE)
    if (!page) app.all(path, reject, HIDDEN_ROUTE)
  }
  return app
}
