import type { AuthenticatorTransport, WebAuthnCredential } from '@simplewebauthn/server'
import * as v from 'valibot'
import {
  type Assertion,
  CHALLENGE_LIFETIME_MINUTES,
  type NewPasskey,
  PASSKEY_REJECTED,
  PASSKEYS_UNAVAILABLE,
} from '#contract/passkeys.ts'
import type { Administrator } from '#server/admin/people/admin-file.ts'
import type { Administrators } from '#server/admin/people/administrators.ts'
import { addPasskey, changePasskey, findPasskey, passkeysOf } from '#server/admin/people/login-methods.ts'
import type { StoredPasskey } from '#server/admin/people/stored-passkey.ts'
import { DomainError, NotFoundError } from '#server/lib/errors.ts'
import { type ChallengesOptions, createChallenges, LOGIN_PURPOSE } from './challenges.ts'

const TIMEOUT_MS = CHALLENGE_LIFETIME_MINUTES * 60_000
/** EdDSA, ES256 and RS256: what authenticators support, and Bun verifies. */
const ALGORITHMS = [-8, -7, -257]

type PasskeyOptions = {
  administrators: Pick<Administrators, 'current' | 'change'>
  publicUrl: string | undefined
  /** The product's name, which the browser shows. */
  name(): string
  now(): Date
  challenges: Pick<ChallengesOptions, 'key' | 'used'>
}

type AcceptOptions = {
  /** The id of an administrator. */
  of?: string
  /** Called before the challenge of a rejected assertion is used up. If it throws, that is thrown, and nothing is stored. */
  beforeRejection?(): Promise<void>
}
type Verified = { administrator: Administrator; passkey: StoredPasskey; counter: number }

/** The response of an authenticator is not valid. One text for every reason. */
export class PasskeyRejectedError extends DomainError {
  readonly kind = 'invalid'
  constructor() {
    super(PASSKEY_REJECTED)
  }
}

/** Takes a tenth of a second and 25 MB, so it waits for the first passkey. */
const library = () => import('@simplewebauthn/server')

/** Creates and verifies passkeys: WebAuthn, with `@simplewebauthn/server`. */
export function createPasskeys({ administrators, publicUrl, name, now, challenges: stored }: PasskeyOptions) {
  const challenges = createChallenges({ now, ...stored })

  /** Throws `NotFoundError` where passkeys are not offered. */
  function partyFor({ url }: Request): RelyingParty {
    const party = relyingPartyOf(publicUrl, url)
    if (!party) throw new NotFoundError(PASSKEYS_UNAVAILABLE)
    return party
  }

  /** Options of a login or confirmation. `of`: lists the passkeys of this administrator; without it, the browser offers those it knows. */
  async function assertionOptions(request: Request, purpose: string, of?: Administrator) {
    const { id: rpID } = partyFor(request)
    const { generateAuthenticationOptions } = await library()
    return generateAuthenticationOptions({
      rpID,
      challenge: await challenges.issue(purpose),
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      ...(of && { allowCredentials: passkeysOf(of).map(descriptorOf) }),
    })
  }

  /**
   * Verifies what a passkey signed, and stores the use. Returns the administrator whose it is. `of`: only a passkey of this one is
   * accepted. Throws `PasskeyRejectedError`, `StorageError`, and `NotFoundError` where passkeys are not offered.
   */
  async function acceptAssertion(request: Request, purpose: string, assertion: Assertion, options: AcceptOptions = {}) {
    const party = partyFor(request)
    const challenge = challengeIn(assertion)
    try {
      const verified = await verify(party, { challenge, purpose }, assertion, options.of)
      if (!(await challenges.take(challenge, purpose))) throw new PasskeyRejectedError()
      challenges.accept(challenge)
      await storeUse(verified, purpose)
      return verified.administrator
    } catch (error) {
      if (!(error instanceof PasskeyRejectedError)) throw error
      await options.beforeRejection?.()
      // Used up whatever was wrong.
      await challenges.take(challenge, purpose)
      throw error
    }
  }

  /** Stores nothing. Throws `PasskeyRejectedError`. */
  async function verify(
    party: RelyingParty,
    { challenge, purpose }: { challenge: string; purpose: string },
    assertion: Assertion,
    of: string | undefined,
  ) {
    if (!(await challenges.isValid(challenge, purpose))) throw new PasskeyRejectedError()
    const found = findPasskey(await administrators.current(), assertion.id)
    if (!found || !belongsTo(found.administrator, assertion, of)) throw new PasskeyRejectedError()
    const { verifyAuthenticationResponse } = await library()
    const { administrator, passkey } = found
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {}, response: withoutUndefined(assertion.response) },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: credentialOf(passkey),
      requireUserVerification: true,
    }).catch(() => {
      throw new PasskeyRejectedError()
    })
    if (!verified) throw new PasskeyRejectedError()
    return { administrator, passkey, counter: authenticationInfo.newCounter }
  }

  async function storeUse({ administrator, passkey, counter }: Verified, purpose: string): Promise<void> {
    const used = {
      counter,
      lastUsed: now().toISOString(),
      ...(purpose === LOGIN_PURPOSE && { discoverable: true }),
    }
    await administrators.change((before) => {
      // Another response may have been accepted, or the passkey removed, in the meantime.
      const same = findPasskey(before, passkey.id)
      if (same?.administrator.id !== administrator.id || same.passkey.counter !== passkey.counter)
        throw new PasskeyRejectedError()
      return changePasskey(before, administrator.id, passkey.id, used)
    })
  }

  async function registrationOptions(request: Request, administrator: Administrator) {
    const { id: rpID } = partyFor(request)
    const { generateRegistrationOptions } = await library()
    return generateRegistrationOptions({
      rpID,
      rpName: name(),
      userID: new TextEncoder().encode(administrator.id),
      userName: administrator.email,
      userDisplayName: administrator.name,
      challenge: await challenges.issue(`add ${administrator.id}`),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: passkeysOf(administrator).map(descriptorOf),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    })
  }

  /** Verifies and stores a new passkey. Throws like `acceptAssertion`, and `ConflictError`. */
  async function add(request: Request, administrator: string, { name, passkey }: NewPasskey): Promise<void> {
    const party = partyFor(request)
    const { verifyRegistrationResponse } = await library()
    const { response } = passkey
    if (await hasCertificates(response.attestationObject)) throw new PasskeyRejectedError()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {}, response: { ...response, transports: [] } },
      expectedChallenge: (challenge) => challenges.take(challenge, `add ${administrator}`),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }).catch(() => {
      throw new PasskeyRejectedError()
    })
    if (!verified) throw new PasskeyRejectedError()
    const { id, publicKey, counter } = registrationInfo.credential
    const stored: StoredPasskey = {
      id,
      counter,
      name,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      transports: response.transports ?? [],
      added: now().toISOString(),
      lastUsed: null,
      discoverable: true,
    }
    await administrators.change((before) => addPasskey(before, administrator, stored))
  }

  return {
    isAvailable: ({ url }: Request): boolean => relyingPartyOf(publicUrl, url) !== undefined,
    assertionOptions,
    acceptAssertion,
    registrationOptions,
    add,
  }
}
export type Passkeys = ReturnType<typeof createPasskeys>

/**
 * Whether an attestation contains certificates. They are not asked for, browsers remove them, and the library would download
 * revocation lists from addresses in them.
 */
async function hasCertificates(attestation: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')))
    return !['none', 'packed'].includes(decoded.get('fmt')) || decoded.get('attStmt').get('x5c') !== undefined
  } catch {
    return true
  }
}

const ClientDataSchema = v.pipe(v.string(), v.parseJson(), v.object({ challenge: v.string() }))

/** The challenge that an authenticator signed, in base64url; empty if there is none. */
function challengeIn({ response }: Assertion): string {
  const parsed = v.safeParse(ClientDataSchema, Buffer.from(response.clientDataJSON, 'base64url').toString())
  return parsed.success ? parsed.output.challenge : ''
}

/** A passkey that names another account than the one it is stored for was not made here. */
function belongsTo({ id }: Administrator, { response: { userHandle } }: Assertion, of = id): boolean {
  return id === of && (userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === id)
}

const descriptorOf = ({ id, transports }: StoredPasskey) => ({ id, transports: transports.filter(isTransport) })

const TRANSPORTS: readonly string[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb']
const isTransport = (name: string): name is AuthenticatorTransport => TRANSPORTS.includes(name)

const credentialOf = ({ id, publicKey, counter }: StoredPasskey): WebAuthnCredential => ({
  id,
  publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
  counter,
})

function withoutUndefined({ userHandle, ...response }: Assertion['response']) {
  return { ...response, ...(userHandle !== undefined && { userHandle }) }
}

/** What a passkey is bound to: browsers use it only at this origin, and authenticators sign the id. */
type RelyingParty = { id: string; origin: string }

/** Browsers accept only names as ids. */
const IP_ADDRESS = /^[\d.]+$|^\[/

/**
 * Returns the relying party for a request; `undefined` where browsers offer no passkeys. It is PUBLIC_URL, if that is https or on
 * localhost. Without PUBLIC_URL, it is localhost with the port of the request.
 */
function relyingPartyOf(publicUrl: string | undefined, requestUrl: string): RelyingParty | undefined {
  const url = URL.parse(publicUrl ?? requestUrl)
  if (!url) return
  const { hostname: id, protocol, origin } = url
  const isOnLocalhost = id === 'localhost' || id.endsWith('.localhost')
  if (isOnLocalhost) return protocol === 'https:' || protocol === 'http:' ? { id, origin } : undefined
  if (publicUrl !== undefined && protocol === 'https:' && !IP_ADDRESS.test(id)) return { id, origin }
}
