import { apiHeaders } from './headers.ts'

/** A JSON answer with the headers of the API; `headers` add to them or replace them. Never compressed: see `publicJson`. */
export const json = (body: unknown, { status = 200, headers = {} }: { status?: number; headers?: HeadersInit } = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...apiHeaders, ...Object.fromEntries(new Headers(headers)) },
  })
