import { pagePaths } from '#contract/paths.ts'
import { registrationLabels } from '#contract/registration.ts'
import type { ExpectedError } from '#server/http/errors.ts'
import { formErrorPage } from '#server/http/form-fallback.ts'
import { apiHeaders } from '#server/http/headers.ts'

/** What a script gets (§7): the address as the body, where the browser goes next. */
export const redirectAnswer = (address: string) =>
  new Response(address, { headers: { ...apiHeaders, 'content-type': 'text/plain; charset=utf-8' } })

const form = { title: 'Your sign-up was not sent', labels: registrationLabels, path: pagePaths.tryForFree }
/** What a browser gets that sent the form by itself, where something is wrong with it. */
export const registrationErrorPage = (refusal: ExpectedError, tls: boolean) => formErrorPage(refusal, { ...form, tls })
