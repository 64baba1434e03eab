import { jwt } from '@elysiajs/jwt'
import { TOKEN_LIFETIME_SECONDS } from '#contract/limits.ts'

const ISSUER = 'site'
const AUDIENCE = 'admin'

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
      return claims !== false && claims.version === (await version())
    },
  }
}
export type Tokens = ReturnType<typeof createTokens>
