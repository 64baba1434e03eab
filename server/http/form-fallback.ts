import { type ExpectedError, headersOf, statusOf } from './errors.ts'
import { apiHeaders, pageHeaders } from './headers.ts'

/** A form that a browser sent by itself: it shows the answer. A script says that it is one, or asks for something else. */
export const isNativeFormPost = ({ headers }: Request) =>
  (headers.get('accept') ?? '').includes('text/html') &&
  !headers.has('x-requested-with') &&
  !(headers.get('content-type') ?? '').startsWith('application/json')

/** Where such a browser goes when all is well. */
export const redirect303 = (address: string) =>
  new Response(null, { status: 303, headers: { ...apiHeaders, location: address } })

export type FormPage = {
  /** What did not happen, in words. */
  title: string
  /** What the fields are called. */
  labels: Readonly<Record<string, string>>
  /** The form's own address. */
  path: string
  /** The public address is https. */
  tls: boolean
}

const NOTHING_INLINE = { scripts: [], styles: [] }

/** Without JavaScript: what is wrong, as a page. Nothing that was typed stands in it; the browser's Back keeps that. */
export function formErrorPage(error: ExpectedError, { title, labels, path, tls }: FormPage) {
  const { message } = error
  const errors = ('errors' in error && error.errors) || {}
  const known = new Map(Object.entries(labels))
  const items = Object.entries(errors).map(
    ([field, { message }]) => `<li>${known.get(field) ?? 'The form'}: ${Bun.escapeHTML(message)}</li>`,
  )
  const body = `<h1>${title}</h1><p>${Bun.escapeHTML(message)}</p><ul>${items.join('')}</ul><p>Your browser’s Back button leads to what you typed, or <a href="${path}">begin again</a>.</p>`
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light"><meta name="robots" content="noindex"><title>${title}</title></head><body><main>${body}</main></body></html>`,
    {
      status: statusOf(error),
      headers: { ...pageHeaders(NOTHING_INLINE, { tls }), ...headersOf(error), 'cache-control': 'no-store' },
    },
  )
}
