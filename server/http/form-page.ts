import { type ExpectedError, fieldErrorsOf, headersOf, noteRejection, statusOf } from './errors.ts'
import { plainInline, plainPage } from './plain-page.ts'
import { pageHeaders } from './responses.ts'
import type { Tls } from './strict-transport.ts'

/** A form that browsers send without scripts. */
export type FormPage = {
  /** Says what failed. */
  title: string
  /** Of the fields, in their order. */
  labels: Readonly<Record<string, string>>
  /** The URL path of its page. */
  path: string
  /** Fields that are no line of text. */
  kinds: Readonly<Record<string, 'password' | 'checkbox' | 'area' | readonly { value: string; label: string }[]>>
  /** Fields without a label. */
  hidden: readonly string[]
}

type Sent = {
  /** Where it is sent: a path with a query. */
  action: string
  /** What could be read of the fields. */
  typed: Readonly<Record<string, unknown>>
  tls: Tls
}

/**
 * The errors of a form sent without scripts, as a page. It repeats no input, except when there was no room for a valid form: then the
 * form is here again, with everything but passwords, and can be sent as it is. Otherwise the browser's Back button restores it.
 */
export function formErrorPage(error: ExpectedError, form: FormPage, sent: Sent): Response {
  noteRejection(error)
  const items = Object.entries(fieldErrorsOf(error) ?? {}).map(
    ([field, { message }]) => `<li>${form.labels[field] ?? 'The form'}: ${Bun.escapeHTML(message)}</li>`,
  )
  const isFull = statusOf(error) === 503 && Object.keys(sent.typed).length > 0
  const errors = `<h1>${form.title}</h1><p>${Bun.escapeHTML(error.message)}</p><ul>${items.join('')}</ul>`
  const body = isFull ? errors + formAgain(form, sent) : errors + wayBack(form)
  return new Response(plainPage(`<title>${form.title}</title>`, body), {
    status: statusOf(error),
    headers: { ...pageHeaders(plainInline, { tls: sent.tls }), ...headersOf(error), 'cache-control': 'no-store' },
  })
}

const wayBack = ({ path }: FormPage) =>
  `<p>Your browser’s Back button leads to what you typed, or <a href="${path}">begin again</a>.</p>`

function formAgain({ labels, kinds, hidden }: FormPage, { action, typed }: Sent): string {
  const textOf = (name: string) => Bun.escapeHTML(typeof typed[name] === 'string' ? typed[name] : '')
  const field = ([name, label]: [string, string]) => `<label>${label} ${control(name)}</label>`

  function control(name: string): string {
    const kind = kinds[name] ?? 'text'
    if (kind === 'area') return `<textarea name="${name}" rows="6">${textOf(name)}</textarea>`
    if (kind === 'checkbox') return `<input type="checkbox" name="${name}"${typed[name] === 'on' ? ' checked' : ''}>`
    if (kind === 'password') return `<input type="password" name="${name}" autocomplete="new-password">`
    if (kind === 'text') return `<input name="${name}" value="${textOf(name)}">`
    const options = kind.map(
      ({ value, label }) => `<option value="${value}"${typed[name] === value ? ' selected' : ''}>${label}</option>`,
    )
    return `<select name="${name}">${options.join('')}</select>`
  }

  const hiddenFields = hidden.map((name) => `<input type="hidden" name="${name}" value="${textOf(name)}">`)
  const fields = Object.entries(labels).map(field)
  return `<form method="post" action="${Bun.escapeHTML(action)}">${hiddenFields.join('')}${fields.join('')}<p><button>Send again</button></p></form>`
}
