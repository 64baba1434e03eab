import { hkdfSync } from 'node:crypto'
import { jwt } from '@elysiajs/jwt'
import { isFromTheFuture, type TokenOptions } from './tokens.ts'

export const PREVIEW_LIFETIME_DAYS = 7
const LIFETIME_SECONDS = PREVIEW_LIFETIME_DAYS * 24 * 60 * 60
const AUDIENCE = 'preview'
const KEY_BYTES = 32

/** Which post a token opens, and until when: ISO 8601. */
export type Preview = { id: string; until: string }

/**
 * Tokens that open one post each, and nothing else: their key is another one than that of the sessions, made of it. Void
 * after seven days, or as soon as the administrator logs out everywhere.
 */
export function createPreviewTokens({ key, version, now }: TokenOptions) {
  const secret = new Uint8Array(hkdfSync('sha256', key, '', 'preview links', KEY_BYTES))
  const signer = jwt({ secret, alg: 'HS256', aud: AUDIENCE, iat: false }).decorator.jwt

  return {
    async issue(id: string): Promise<Preview & { token: string }> {
      const exp = Math.floor(now().getTime() / 1000) + LIFETIME_SECONDS
      return { id, until: dateOf(exp), token: await signer.sign({ exp, post: id, version: await version() }) }
    },

    /** `undefined` for whatever opens nothing, or nothing any more. Never throws. */
    async read(token: string): Promise<Preview | undefined> {
      const claims = await signer.verify(token, {
        algorithms: ['HS256'],
        audience: AUDIENCE,
        requiredClaims: ['exp', 'version', 'post'],
        currentDate: now(),
      })
      if (claims === false || isFromTheFuture(claims.exp, LIFETIME_SECONDS, now())) return undefined
      if (claims.version !== (await version()) || typeof claims.post !== 'string') return undefined
      return { id: claims.post, until: dateOf(Number(claims.exp)) }
    },
  }
}
export type PreviewTokens = ReturnType<typeof createPreviewTokens>

const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString()
