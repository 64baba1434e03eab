export type Query = Record<string, string>
/** Of a repeated name the last value counts. */
export const queryOf = (request: Request): Query => Object.fromEntries(new URL(request.url).searchParams)

/** §7: updated is by POST with `?_method=PUT`; a POST that says something else is nothing that a post or a name knows. */
export const isPlainPost = (request: Request) =>
  request.method === 'POST' && queryOf(request)._method?.toUpperCase() !== 'PUT'
