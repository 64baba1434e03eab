/** What git may connect with. `git://` is neither encrypted nor authenticated, so only GIT_REMOTE can ask for it. */
export const PROTOCOLS = 'ssh:https:http:file'
const KNOWN = /^(?:ssh|https?|file|git):$/

/** Returns the end of a sentence that begins with the variable's name; `undefined` for a valid URL. Never repeats it: it may have a password. */
export function remoteUrlProblem(text: string): string | undefined {
  const url = URL.parse(text.trim())
  const isKnown =
    url !== null && KNOWN.test(url.protocol) && url.pathname.length > 1 && !/[\s\p{Cc}]/u.test(text.trim())
  return isKnown ? undefined : 'must be a URL like ssh://git@example.com/site.git, with ssh, https, http, file or git'
}

/** The protocols for a site that follows this remote. */
export const protocolsFor = (remote: string | undefined): string =>
  remote !== undefined && URL.parse(remote)?.protocol === 'git:' ? `${PROTOCOLS}:git` : PROTOCOLS

/** Whether two URLs name the same repository, whatever user and password they have, and whether it is reached by git:// or http. */
export function isSameRemote(a: string, b: string): boolean {
  const [first, second] = [a, b].map(withoutCredentials)
  return first === second
}

function withoutCredentials(text: string): string {
  const url = URL.parse(text)
  if (!url) return text
  url.username = ''
  url.password = ''
  return url.href.replace(/^git:/, 'http:').replace(/(?<!\/)\/+$/, '')
}
