import { Elysia } from 'elysia'
import { MethodNotAllowedError } from './errors.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
/** For routes that only reject: they are not part of the API. */
export const HIDDEN_ROUTE = { detail: { hide: true } } as const
export type Method = (typeof METHODS)[number]

/**
 * Responds 405 with `Allow` to other methods of a known path. Used next to the routes: `.use(rejectOtherMethods({ '/api/tags':
 * ['GET', 'POST'] }))`. Each method is registered by name, because Elysia tries `all` only after the wildcards of the method, and
 * the pages match `GET /*`. `page`: the pages respond to GET; for a path without parameters `all` would win over them.
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
