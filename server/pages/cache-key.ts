import { pagePaths } from '#contract/paths.ts'
import { signUpEditions, TOKEN_PATTERN } from '#contract/registration.ts'
import { splitTarget } from './ready-page.ts'

/** Stands for all tokens; a token itself. */
const ANY_TOKEN = '-'

/**
 * The key under which a page is drawn and kept. The sign-up is one page for all tokens: the browser reads the token from
 * its address. And a plan that there is not is the first. So a flood of either costs neither drawing nor memory.
 */
export function pageCacheKey(key: string): string {
  if (!key.startsWith(pagePaths.tryForFree)) return key
  const { pathname, search } = splitTarget(key)
  const token = pathname.slice(pagePaths.tryForFree.length + 1)
  const path = TOKEN_PATTERN.test(token) ? `${pagePaths.tryForFree}/${ANY_TOKEN}` : pathname
  const plan = new URLSearchParams(search).get('plan')
  return signUpEditions.some((one) => String(one.plan) === plan) ? `${path}?plan=${plan}` : path
}
