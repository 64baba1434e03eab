import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import { jwt } from '@elysiajs/jwt'
import { loadOrCreateKey } from '#server/storage/secret-key-file.ts'

const SESSION = { audience: 'admin', issuer: 'site', lifetimeSeconds: 12 * 60 * 60 }
const PREVIEW = { audience: 'preview', lifetimeSeconds: 7 * 24 * 60 * 60 }
/** How long a browser is known as one that an administrator has logged in with. */
const DEVICE = { audience: 'device', lifetimeSeconds: 365 * 24 * 60 * 60 }
/** The clock may be set back by this much without a token appearing to come from the future. */
const CLOCK_LEEWAY_SECONDS = 5 * 60
const KEY_BYTES = 32

type TokenOptions = {
  /** At least 32 bytes. */
  key: Uint8Array
  /** Tokens with another version are invalid. Never throws. */
  version(): number | Promise<number>
  now(): Date
}

type TokenKind = { secret: Uint8Array; audience: string; issuer?: string; lifetimeSeconds: number }

/** Returns the key that signs sessions: the configured secret, or one created on the first start. Throws `OperatorError`. */
export async function readSigningKey(file: string, secret?: string): Promise<Uint8Array> {
  return secret === undefined ? loadOrCreateKey(file, 'everybody then logs in anew') : new TextEncoder().encode(secret)
}

/** Derives the key of one purpose from the signing key. */
export const derivedKey = (key: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', key, '', purpose, KEY_BYTES))

/** Signs and verifies HS256 tokens of one kind. Each kind has its own audience and secret. */
function createSigner({ secret, audience, issuer, lifetimeSeconds }: TokenKind, { version, now }: TokenOptions) {
  const signer = jwt({ secret, alg: 'HS256', aud: audience, ...(issuer && { iss: issuer }), iat: false }).decorator.jwt
  const nowSeconds = () => Math.floor(now().getTime() / 1000)
  return {
    async sign(claims: Record<string, string> = {}, seconds = lifetimeSeconds) {
      const exp = nowSeconds() + seconds
      return { token: await signer.sign({ ...claims, exp, version: await version() }), until: dateOf(exp) }
    },
    /** Returns the claims; `undefined` for a token that is invalid, expired or of another version. Never throws. */
    async verify(token: string, subject?: string) {
      // The package itself restricts no algorithm and does not require an expiry.
      const claims = await signer.verify(token, {
        algorithms: ['HS256'],
        audience,
        ...(issuer && { issuer }),
        ...(subject && { subject }),
        requiredClaims: ['exp', 'version'],
        currentDate: now(),
      })
      if (claims === false) return
      // A token from the future was issued while the clock was ahead. It would be valid for as long as the clock was wrong.
      const isFromTheFuture = Number(claims.exp) > nowSeconds() + lifetimeSeconds + CLOCK_LEEWAY_SECONDS
      return !isFromTheFuture && claims.version === (await version()) ? claims : undefined
    },
  }
}

/** `until`: when the token expires, ISO 8601. */
export function createTokens(options: TokenOptions) {
  const { key } = options
  const deviceKey = derivedKey(key, 'known browsers')
  const session = createSigner({ ...SESSION, secret: key }, options)
  const preview = createSigner({ ...PREVIEW, secret: derivedKey(key, 'preview links') }, options)
  const device = createSigner({ ...DEVICE, secret: deviceKey }, options)
  const subjectOf = (email: string) => createHmac('sha256', deviceKey).update(email.toLowerCase()).digest('base64url')

  return {
    /** Sessions of the administrator: valid for twelve hours, until the administrator logs out everywhere. */
    sessions: {
      issue: async (seconds?: number) => (await session.sign({}, seconds)).token,
      isValid: async (token: string) => (await session.verify(token)) !== undefined,
    },
    /** Preview links: each token opens one post for seven days, and nothing else. */
    previews: {
      issue: (id: string) => preview.sign({ post: id }),
      async read(token: string): Promise<{ id: string; until: string } | undefined> {
        const claims = await preview.verify(token)
        return typeof claims?.post === 'string' ? { id: claims.post, until: dateOf(Number(claims.exp)) } : undefined
      },
    },
    /**
     * Browsers in which an administrator has logged in before. They grant no access: failed logins elsewhere do not count for
     * such a browser. They identify the administrator by a keyed hash, so they disclose no e-mail.
     */
    devices: {
      issue: async (email: string) => (await device.sign({ sub: subjectOf(email), jti: randomUUID() })).token,
      /** Returns the id of a browser in which this administrator has logged in before. */
      read: async (token: string, email: string) => (await device.verify(token, subjectOf(email)))?.jti,
    },
  }
}
export type Tokens = ReturnType<typeof createTokens>

const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString()
