import { hkdfSync, randomUUID } from 'node:crypto'
import { jwt } from '@elysiajs/jwt'
import type { Moment } from '#contract/time-machine.ts'
import { loadedOnce } from '#server/lib/loaded-once.ts'
import type { Sessions } from './sessions.ts'

const DAY_SECONDS = 24 * 60 * 60
const SESSION = { audience: 'admin', issuer: 'site' }
const PREVIEW = { audience: 'preview', lifetimeSeconds: 7 * DAY_SECONDS }
const MOMENT = { audience: 'time machine', lifetimeSeconds: 7 * DAY_SECONDS }
const BRANCH = { audience: 'branch preview', lifetimeSeconds: 7 * DAY_SECONDS }
const CREATION = { audience: 'created term', lifetimeSeconds: 60 * 60 }
/** The dashboard sends it at once. */
const PAGE = { audience: 'page preview', lifetimeSeconds: 10 * 60 }
/** How long a browser is known as one that an administrator has logged in with. */
const DEVICE = { audience: 'device', lifetimeSeconds: 365 * DAY_SECONDS }
/** The clock may be set back by this much without a token appearing to come from the future. */
const CLOCK_LEEWAY_SECONDS = 5 * 60
const KEY_BYTES = 32

type TokenOptions = {
  /** At least 32 bytes. */
  key: () => Promise<Uint8Array>
  sessions: Pick<Sessions, 'linksOf' | 'hasLinks' | 'startBranchLinks' | 'branchLinksOf' | 'endBranchLinks'>
  /** The absolute limit of a session. */
  sessionDays: number
  now(): Date
}

/** A branch, and whether a link shows the site with it or without it. */
export type BranchSide = { branch: string; side: 'before' | 'after' }

/** A category or tag with the revision of its file. */
export type Creation = { kind: 'categories' | 'tags'; id: string; revision: string }

/** `required`: the claim without which a token is invalid. */
type TokenKind = {
  secret: Uint8Array
  audience: string
  issuer?: string
  lifetimeSeconds: number
  required: string
  now(): Date
}

/** Derives the key of one purpose from the signing key. */
export const derivedKey = (key: Uint8Array, purpose: string) =>
  new Uint8Array(hkdfSync('sha256', key, '', purpose, KEY_BYTES))

/** Signs and verifies HS256 tokens of one kind. Each kind has its own audience and secret. */
function createSigner({ secret, audience, issuer, lifetimeSeconds, required, now }: TokenKind) {
  const signer = jwt({ secret, alg: 'HS256', aud: audience, ...(issuer && { iss: issuer }), iat: false }).decorator.jwt
  const nowSeconds = () => Math.floor(now().getTime() / 1000)
  return {
    async sign(claims: Record<string, string>) {
      const exp = nowSeconds() + lifetimeSeconds
      return { token: await signer.sign({ ...claims, exp }), until: dateOf(exp) }
    },
    /** Returns the claims; `undefined` for a token that is invalid or expired. Never throws. */
    async verify(token: string) {
      // The package itself restricts no algorithm and does not require an expiry.
      const claims = await signer.verify(token, {
        algorithms: ['HS256'],
        audience,
        ...(issuer && { issuer }),
        requiredClaims: ['exp', required],
        currentDate: now(),
      })
      if (claims === false) return
      // A token from the future was issued while the clock was ahead. It would be valid for as long as the clock was wrong.
      const isFromTheFuture = Number(claims.exp) > nowSeconds() + lifetimeSeconds + CLOCK_LEEWAY_SECONDS
      return isFromTheFuture ? undefined : claims
    },
  }
}

/** `until`: when the token expires, ISO 8601. Functions throw what `key` and `sessions` throw. */
export function createTokens({ key, sessions, sessionDays, now }: TokenOptions) {
  const lifetimeSeconds = sessionDays * DAY_SECONDS
  const signers = loadedOnce(async () => {
    const secret = await key()
    const links = (kind: typeof PREVIEW, purpose: string) =>
      createSigner({ ...kind, secret: derivedKey(secret, purpose), required: 'links', now })
    return {
      session: createSigner({ ...SESSION, lifetimeSeconds, secret, required: 'session', now }),
      preview: links(PREVIEW, 'preview links'),
      moment: links(MOMENT, 'time machine links'),
      branch: links(BRANCH, 'branch preview links'),
      creation: createSigner({
        ...CREATION,
        secret: derivedKey(secret, 'created terms'),
        required: 'revision',
        now,
      }),
      page: links(PAGE, 'page previews'),
      device: links(DEVICE, 'known browsers'),
    }
  })

  return {
    /** Names a session. Whether that is still valid is what `sessions` knows. */
    sessions: {
      issue: async (id: string): Promise<string> => (await (await signers()).session.sign({ session: id })).token,
      /** Returns the id of the session. */
      async read(token: string): Promise<string | undefined> {
        const claims = await (await signers()).session.verify(token)
        return typeof claims?.session === 'string' ? claims.session : undefined
      },
    },
    /** Preview links: each token opens one post for seven days, and nothing else. Up to version 0.1 they named it by its id. */
    previews: {
      issue: async (creation: string, administrator: string) =>
        (await signers()).preview.sign({ creation, links: await sessions.linksOf(administrator) }),
      async read(token: string): Promise<{ creation: string; until: string } | undefined> {
        const claims = await (await signers()).preview.verify(token)
        if (typeof claims?.creation !== 'string' || typeof claims.links !== 'string') return
        if (!(await sessions.hasLinks(claims.links))) return
        return { creation: claims.creation, until: dateOf(Number(claims.exp)) }
      },
    },
    /** Links of the time machine: each token opens the public pages of one moment for seven days, and nothing else. */
    moments: {
      issue: async ({ commit, at }: Moment, administrator: string) =>
        (await signers()).moment.sign({ commit, at, links: await sessions.linksOf(administrator) }),
      async read(token: string): Promise<Moment | undefined> {
        const claims = await (await signers()).moment.verify(token)
        if (typeof claims?.commit !== 'string' || typeof claims.at !== 'string' || typeof claims.links !== 'string')
          return
        if (!(await sessions.hasLinks(claims.links))) return
        return { commit: claims.commit, at: claims.at }
      },
    },
    /** Previews of pages with changes that are not saved: each token shows one change, by its hash, for ten minutes. */
    pages: {
      issue: async (change: string, administrator: string) =>
        (await signers()).page.sign({ change, links: await sessions.linksOf(administrator) }),
      async read(token: string): Promise<string | undefined> {
        const claims = await (await signers()).page.verify(token)
        if (typeof claims?.change !== 'string' || typeof claims.links !== 'string') return
        return (await sessions.hasLinks(claims.links)) ? claims.change : undefined
      },
    },
    /** Links to the site with a branch, or without it, for seven days or until all of this branch are ended. */
    branches: {
      async issue({ branch, side }: BranchSide, administrator: string) {
        const own = await sessions.startBranchLinks(branch)
        return (await signers()).branch.sign({ branch, side, own, links: await sessions.linksOf(administrator) })
      },
      async read(token: string): Promise<BranchSide | undefined> {
        const claims = await (await signers()).branch.verify(token)
        if (typeof claims?.branch !== 'string' || typeof claims.links !== 'string') return
        const isOpen = typeof claims.own === 'string' && claims.own !== ''
        if (!isOpen || claims.own !== (await sessions.branchLinksOf(claims.branch))) return
        if (!(await sessions.hasLinks(claims.links))) return
        return { branch: claims.branch, side: claims.side === 'before' ? 'before' : 'after' }
      },
      /** Whether links to this branch have been created and not ended. */
      isOpen: async (branch: string) => (await sessions.branchLinksOf(branch)) !== '',
      /** Ends all links to this branch. Returns whether there were any. */
      end: sessions.endBranchLinks,
    },
    /** Categories and tags that were created within the last hour, as they were then. */
    creations: {
      issue: async ({ kind, id, revision }: Creation) =>
        (await (await signers()).creation.sign({ kind, term: id, revision })).token,
      async read(token: string): Promise<Creation | undefined> {
        const claims = await (await signers()).creation.verify(token)
        if (typeof claims?.term !== 'string' || typeof claims.revision !== 'string') return
        return { kind: claims.kind === 'tags' ? 'tags' : 'categories', id: claims.term, revision: claims.revision }
      },
    },
    /**
     * Browsers in which an administrator has logged in before. They grant no access: failed logins elsewhere do not count for
     * such a browser. They name the administrator by id, so they disclose no e-mail and stay valid after a new one.
     */
    devices: {
      async issue(administrator: string): Promise<string> {
        const links = await sessions.linksOf(administrator)
        return (await (await signers()).device.sign({ sub: administrator, jti: randomUUID(), links })).token
      },
      /** Returns the id of a browser, and of the administrator who has logged in with it before. */
      async read(token: string): Promise<{ browser: string; administrator: string } | undefined> {
        const claims = await (await signers()).device.verify(token)
        if (!claims?.sub || !claims.jti) return
        const isOpen = claims.links !== '' && claims.links === (await sessions.linksOf(claims.sub))
        return isOpen ? { browser: claims.jti, administrator: claims.sub } : undefined
      },
    },
  }
}
export type Tokens = ReturnType<typeof createTokens>

const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString()
