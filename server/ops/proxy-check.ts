import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { adminPaths } from '#contract/admin-paths.ts'
import { type Arrival, ArrivalSchema } from '#contract/site-state.ts'
import { COMMAND_KEY, createCommandTokens } from '#server/admin/sessions/command-tokens.ts'
import { systemClock } from '#server/lib/clock.ts'
import { CHECK_LIMIT_MS, type Finding, notChecked, ok, problem, type SiteSettings, warning } from './finding.ts'

/** For documentation (RFC 5737): no client has it. */
const MADE_UP = '192.0.2.1'

type Settings = Pick<SiteSettings, 'publicUrl' | 'privateDir'>

/** Asks the site through PUBLIC_URL, and compares what arrives. */
export async function checkProxy({ publicUrl, privateDir }: Settings): Promise<Finding> {
  if (publicUrl === undefined) return notChecked('PUBLIC_URL is not set')
  if (!existsSync(join(privateDir, COMMAND_KEY))) return notChecked('the site has not been started yet')
  const commands = await createCommandTokens(privateDir, systemClock)
  const signal = AbortSignal.timeout(CHECK_LIMIT_MS)

  /** Returns the status of another answer. Throws what `fetch` throws. */
  async function ask(headers: Record<string, string>): Promise<Arrival | number> {
    const token = commands.issue({ method: 'GET', path: adminPaths.siteArrival })
    const response = await fetch(publicUrl + adminPaths.siteArrival, {
      headers: { authorization: `Bearer ${token}`, ...headers },
      redirect: 'manual',
      signal,
    })
    const arrival = v.safeParse(ArrivalSchema, await response.json().catch(() => undefined))
    return response.ok && arrival.success ? arrival.output : response.status
  }

  try {
    const plain = await ask({})
    if (typeof plain === 'number' || !plain.isTrusted) return findingOf(publicUrl, plain)
    const made = await ask({ 'x-forwarded-for': MADE_UP })
    if (typeof made === 'object' && made.address === MADE_UP)
      return problem(
        'the proxy passes the X-Forwarded-For of clients on, so that they choose their address: let it append the address of the client, or replace the header',
      )
    return findingOf(publicUrl, plain)
  } catch {
    return notChecked(`${publicUrl} does not answer from here: name, certificate or network`)
  }
}

/** Without a header of ours. */
function findingOf(publicUrl: string, arrival: Arrival | number): Finding {
  if (typeof arrival === 'number')
    return warning(
      `${publicUrl} answered ${arrival}: it leads to something else, to a replica with other private files, or the proxy removes \`Authorization\``,
    )
  const { hasForwardedFor, isTrusted, peer } = arrival
  if (hasForwardedFor && !isTrusted)
    return problem(
      `the proxy at ${peer} is not in TRUSTED_PROXIES, so that all visitors share one rate limit: TRUSTED_PROXIES=${peer}`,
    )
  if (!hasForwardedFor && publicUrl.startsWith('https:'))
    return problem(
      'the proxy sends no X-Forwarded-For, so that all visitors share one rate limit (docs/operators.md#behind-your-own-proxy)',
    )
  return ok(hasForwardedFor ? `the proxy at ${peer} names the client` : 'the site is reached without a proxy')
}
