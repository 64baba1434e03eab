import { type ExpectedError, headersOf, statusOf } from './errors.ts'
import { apiHeaders, NOTHING_INLINE, pageHeaders } from './headers.ts'

/** Whether a browser sent the form without scripts, so that it shows the response as a page. */
export const isNativeFormPost = ({ headers }: Request) =>
  (headers.get('accept') ?? '').includes('text/html') &&
  !headers.has('x-requested-with') &&
  !(headers.get('content-type') ?? '').startsWith('application/json')

/** Where such a browser goes after a success. */
export const redirect303 = (path: string) =>
  new Response(null, { status: 303, headers: { ...apiHeaders, location: path } })

export type FormPage = {
  /** What failed. */
  title: string
  /** The labels of the fields. */
  labels: Readonly<Record<string, string>>
  /** The URL path of the form. */
  path: string
  /** The site's public URL is https. */
  tls: boolean
}

/** A page without scripts, styles and data, for redirects and errors. `head` contains at least the title. */
export const plainPage = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light"><meta name="robots" content="noindex">${head}</head><body><main>${body}</main></body></html>`

/** The errors of a form sent without scripts, as a page. It does not repeat the input: the browser's Back button restores it. */
export function formErrorPage(error: ExpectedError, { title, labels, path, tls }: FormPage) {
  const errors = ('errors' in error && error.errors) || {}
  const known = new Map(Object.entries(labels))
  const items = Object.entries(errors).map(
    ([field, { message }]) => `<li>${known.get(field) ?? 'The form'}: ${Bun.escapeHTML(message)}</li>`,
  )
  const body = `<h1>${title}</h1><p>${Bun.escapeHTML(error.message)}</p><ul>${items.join('')}</ul><p>Your browser’s Back button leads to what you typed, or <a href="${path}">begin again</a>.</p>`
  return new Response(plainPage(`<title>${title}</title>`, body), {
    status: statusOf(error),
    headers: { ...pageHeaders(NOTHING_INLINE, { tls }), ...headersOf(error), 'cache-control': 'no-store' },
  })
}
