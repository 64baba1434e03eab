/** What the sign-up page is opened with and what stands in its head. Every page carries this file: it stays small and draws nothing. */
import type { PageHead, RouteParams } from '#client/lib/page-types.ts'
import type { Api } from '#contract/api.ts'
import { pagePaths } from '#contract/paths.ts'
import type { SiteFacts } from '#contract/site.ts'

/**
 * Which edition is chosen beforehand, and whether the address ends with a token (decision 17). The token itself is no part
 * of the page: the browser reads it from its address, and so one drawing serves them all.
 */
export type SignUp = { plan: number; token?: 'given' | 'broken' }

const LAST_PLAN = 4

/** `?plan=N`: a plan that there is, else the first (decision 24). */
export async function loadSignUp(_: Api, { params: { token }, search }: RouteParams): Promise<SignUp> {
  const plan = Number(search.get('plan'))
  return {
    plan: plan > 1 && plan <= LAST_PLAN ? plan : 1,
    ...(token && { token: /^[\w-]{1,128}$/.test(token) ? 'given' : 'broken' }),
  }
}

/** A token that cannot be one leads to the page without: whoever followed a broken link still wants the trial. */
export const headSignUp = ({ token }: SignUp, { name, trial_redirect }: SiteFacts): PageHead => ({
  title: `Register For ${name}`,
  description: `Start your free month of ${name}. No money down, no contracts: we set up your data for free and call you to learn how your week works.`,
  canonicalPath: pagePaths.tryForFree,
  image: 'sign-up',
  formRedirect: trial_redirect,
  ...(token && { noindex: true }),
  ...(token === 'broken' && { redirectTo: pagePaths.tryForFree }),
})
