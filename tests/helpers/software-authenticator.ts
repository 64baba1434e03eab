import { createHash } from 'node:crypto'

/** What an authenticator signs: its device flags, and what its browser reports. Tests replace parts to forge a response. */
type Forged = { origin?: string; rpId?: string; counter?: number; challenge?: string; flags?: number; type?: string }

const USER_PRESENT_AND_VERIFIED = 0x05
const HAS_KEY = 0x40

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** A passkey in software: a P-256 key with a counter, of one origin. It signs every request. */
export async function createSoftwareAuthenticator(home: string) {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])
  const credentialId = crypto.getRandomValues(new Uint8Array(32))
  const id = base64url(credentialId)
  let counter = 0
  let userHandle: string | undefined

  function clientData(type: string, challenge: string, { origin = home }: Forged) {
    return new TextEncoder().encode(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }
  function authenticatorData(forged: Forged, more: Uint8Array = new Uint8Array(), flags = 0) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(forged.counter ?? counter)
    const flag = (forged.flags ?? USER_PRESENT_AND_VERIFIED) | flags
    return Buffer.concat([sha256(forged.rpId ?? new URL(home).hostname), Buffer.from([flag]), count, more])
  }

  return {
    id,
    /** Responds to registration options, with attestation `none`. */
    async create(options: { challenge: string; user: { id: string } }, forged: Forged = {}) {
      userHandle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const key = await coseKey(publicKey)
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, key])
      const data = authenticatorData(forged, credential, HAS_KEY)
      const clientDataJSON = clientData(forged.type ?? 'webauthn.create', forged.challenge ?? options.challenge, forged)
      const response = {
        clientDataJSON: base64url(clientDataJSON),
        attestationObject: base64url(attestationObject(data)),
        transports: ['internal'],
      }
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
    },
    /** Responds to the options of a login or confirmation. */
    async get(options: { challenge: string }, forged: Forged = {}) {
      counter += 1
      const data = authenticatorData(forged)
      const clientDataJSON = clientData(forged.type ?? 'webauthn.get', forged.challenge ?? options.challenge, forged)
      const signed = Buffer.concat([data, sha256(clientDataJSON)])
      const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, signed)
      const response = {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(data),
        signature: base64url(asDer(new Uint8Array(signature))),
        userHandle,
      }
      return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
    },
  }
}
export type SoftwareAuthenticator = Awaited<ReturnType<typeof createSoftwareAuthenticator>>

/** CBOR, written by hand: `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. */
async function coseKey(publicKey: CryptoKey): Promise<Uint8Array> {
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  const bytes = (of: Uint8Array) => Buffer.concat([Buffer.from([0x58, of.length]), of])
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
  return Buffer.concat([
    head,
    Buffer.from([0x21]),
    bytes(point.slice(1, 33)),
    Buffer.from([0x22]),
    bytes(point.slice(33)),
  ])
}

/** `{"fmt": "none", "attStmt": {}, "authData": data}` */
function attestationObject(data: Uint8Array): Uint8Array {
  const text = (of: string) => Buffer.concat([Buffer.from([0x60 + of.length]), Buffer.from(of)])
  const length = Buffer.from([0x59, data.length >> 8, data.length & 0xff])
  return Buffer.concat([
    Buffer.from([0xa3]),
    ...[text('fmt'), text('none')],
    ...[text('attStmt'), Buffer.from([0xa0])],
    ...[text('authData'), length, data],
  ])
}

/** Authenticators encode signatures as ASN.1 DER, WebCrypto as two numbers. */
function asDer(raw: Uint8Array): Uint8Array {
  const integer = (bytes: Uint8Array) => {
    const start = bytes.findIndex((byte) => byte !== 0)
    const digits = bytes.slice(start)
    const positive = (digits[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), digits]) : Buffer.from(digits)
    return Buffer.concat([Buffer.from([2, positive.length]), positive])
  }
  const both = Buffer.concat([integer(raw.slice(0, 32)), integer(raw.slice(32))])
  return Buffer.concat([Buffer.from([0x30, both.length]), both])
}
