/** What a passkey is bound to: browsers use it only at this origin, and authenticators sign the id. */
export type RelyingParty = { id: string; origin: string }

/** Browsers accept only names as ids. */
const IP_ADDRESS = /^[\d.]+$|^\[/

/**
 * Returns the relying party for a request; `undefined` where browsers offer no passkeys. It is PUBLIC_URL, if that is https or on
 * localhost. Without PUBLIC_URL, it is localhost with the port of the request.
 */
export function relyingPartyOf(publicUrl: string | undefined, requestUrl: string): RelyingParty | undefined {
  const url = URL.parse(publicUrl ?? requestUrl)
  if (!url) return
  const { hostname: id, protocol, origin } = url
  const isOnLocalhost = id === 'localhost' || id.endsWith('.localhost')
  if (isOnLocalhost) return protocol === 'https:' || protocol === 'http:' ? { id, origin } : undefined
  if (publicUrl !== undefined && protocol === 'https:' && !IP_ADDRESS.test(id)) return { id, origin }
}
