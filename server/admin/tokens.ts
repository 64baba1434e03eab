import { jwt } from '@elysiajs/jwt'
import { TOKEN_LIFETIME_SECONDS } from '#contract/limits.ts'

const ISSUER = 'site'
/** A clock may be set back by this much without a token appearing to come from the future. */
const CLOCK_LEEWAY_SECONDS = 5 * 60
const AUDIENCE = 'admin'

/**
 * Whether an expiry, in seconds since 1970, is later than a token issued now could have: then the token was issued while
 * the clock was ahead, and would be valid for as long as it was.
 */
export const isFromTheFuture = (exp: unknown, lifetimeSeconds: number, now: Date): boolean =>
  Number(exp) > now.getTime() / 1000 + lifetimeSeconds + CLOCK_LEEWAY_SECONDS

export type TokenOptions = {
  /** At least 32 bytes. */
  key: Uint8Array
  /** The version that tokens carry now; those with another are void. Never throws. */
  version(): number | Promise<number>
  now(): Date
}

/** The administrator's tokens: HS256, twelve hours, void as soon as the version moves on (decision 29). */
export function createTokens({ key, version, now }: TokenOptions) {
  const signer = jwt({ secret: key, alg: 'HS256', iss: ISSUER, aud: AUDIENCE, iat: false }).decorator.jwt

  return {
    issue: async (lifetimeSeconds = TOKEN_LIFETIME_SECONDS): Promise<string> =>
      signer.sign({ exp: Math.floor(now().getTime() / 1000) + lifetimeSeconds, version: await version() }),

    /** Never throws. The package itself limits neither the algorithm nor asks for an expiry, and answers `false` for a bad token. */
    async isValid(token: string): Promise<boolean> {
      const claims = await signer.verify(token, {
        algorithms: ['HS256'],
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'version'],
        currentDate: now(),
      })
      if (claims === false || isFromTheFuture(claims.exp, TOKEN_LIFETIME_SECONDS, now())) return false
      return claims.version === (await version())
    },
  }
}
export type Tokens = ReturnType<typeof createTokens>
