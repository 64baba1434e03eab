/** What the sign-up page loads, and its head. Every page ships this file. */
import type { PageHead, RouteParams } from '#client/lib/page-types.ts'
import type { Api } from '#contract/api.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteInfo } from '#contract/site.ts'

/** The token itself is not in the page's data: the browser reads it from the URL, so one cached page serves all. */
export type SignUp = { plan: number; token?: 'given' | 'broken' }

const LAST_PLAN = 4

/** `?plan=N`; invalid plans select the first. */
export async function loadSignUp(_: Api, { params: { token }, search }: RouteParams): Promise<SignUp> {
  const plan = Number(search.get('plan'))
  return {
    plan: plan > 1 && plan <= LAST_PLAN ? plan : 1,
    ...(token && { token: /^[\w-]{1,128}$/.test(token) ? 'given' : 'broken' }),
  }
}

/** An invalid token redirects to the page without one: visitors of a broken link still want the trial. */
export const headSignUp = ({ token }: SignUp, { name, trial_redirect }: SiteInfo): PageHead => ({
  title: `Register For ${name}`,
  description: `Start your free month of ${name}. No money down, no contracts: we set up your data for free and call you to learn how your week works.`,
  canonicalPath: pagePaths.tryForFree,
  image: 'sign-up',
  formRedirect: trial_redirect,
  ...(token && { noindex: true }),
  ...(token === 'broken' && { redirectTo: pagePaths.tryForFree }),
})
