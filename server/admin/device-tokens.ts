import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import { jwt } from '@elysiajs/jwt'
import { DEVICE_TOKEN_LIFETIME_SECONDS } from '#contract/limits.ts'
import { isFromTheFuture, type TokenOptions } from './tokens.ts'

const AUDIENCE = 'device'
const KEY_BYTES = 32

/**
 * Tokens that say that an administrator has logged in with this browser before. They give access to nothing: failures of
 * other browsers do not count for the one that has such a token. Void after a year, or as soon as the administrator logs
 * out everywhere. They name the administrator by a keyed hash, so that they disclose no e-mail.
 */
export function createDeviceTokens({ key, version, now }: TokenOptions) {
  const secret = new Uint8Array(hkdfSync('sha256', key, '', 'known browsers', KEY_BYTES))
  const signer = jwt({ secret, alg: 'HS256', aud: AUDIENCE, iat: false }).decorator.jwt
  const subjectOf = (email: string) => createHmac('sha256', secret).update(email.toLowerCase()).digest('base64url')

  return {
    async issue(email: string): Promise<string> {
      const exp = Math.floor(now().getTime() / 1000) + DEVICE_TOKEN_LIFETIME_SECONDS
      return signer.sign({ exp, sub: subjectOf(email), jti: randomUUID(), version: await version() })
    },

    /** Returns the id of a browser that this administrator has logged in with before; `undefined`: none. Never throws. */
    async read(token: string, email: string): Promise<string | undefined> {
      const claims = await signer.verify(token, {
        algorithms: ['HS256'],
        audience: AUDIENCE,
        subject: subjectOf(email),
        requiredClaims: ['exp', 'jti', 'version'],
        currentDate: now(),
      })
      if (claims === false || isFromTheFuture(claims.exp, DEVICE_TOKEN_LIFETIME_SECONDS, now())) return undefined
      return claims.version === (await version()) ? claims.jti : undefined
    },
  }
}
export type DeviceTokens = ReturnType<typeof createDeviceTokens>
