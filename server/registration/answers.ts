import { pagePaths } from '#contract/paths.ts'
import { registrationLabels } from '#contract/registration.ts'
import { apiHeaders } from '#server/http/headers.ts'
import type { Refusal } from '#server/http/refusal.ts'

/** What a script gets (§7): the address as the body, where the browser goes next. */
export const redirectAnswer = (address: string) =>
  new Response(address, { headers: { ...apiHeaders, 'content-type': 'text/plain; charset=utf-8' } })

/** What a browser gets that sent the form by itself. */
export const seeOther = (address: string) =>
  new Response(null, { status: 303, headers: { ...apiHeaders, location: address } })

const label = (field: string) => new Map<string, string>(Object.entries(registrationLabels)).get(field) ?? 'The form'

/** Without JavaScript: what is wrong, as a page. Nothing that was typed stands in it; the browser's Back keeps that. */
export function refusalPage({ message, errors = {}, status, headers }: Refusal): Response {
  const items = Object.entries(errors).map(
    ([field, { message }]) => `<li>${label(field)}: ${Bun.escapeHTML(message)}</li>`,
  )
  const body = `<h1>Your sign-up was not sent</h1><p>${Bun.escapeHTML(message)}</p><ul>${items.join('')}</ul><p>Your browser’s Back button leads to what you typed, or <a href="${pagePaths.tryForFree}">begin again</a>.</p>`
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark light"><meta name="robots" content="noindex"><title>Your sign-up was not sent</title></head><body><main>${body}</main></body></html>`,
    { status, headers: { ...apiHeaders, ...headers, 'content-type': 'text/html; charset=utf-8' } },
  )
}
