import { IDLE_SECONDS } from './admission.ts'
import type { Audit } from './audit-events.ts'
import { clientIp, type TrustedProxies } from './ip.ts'
import { type RequireAdmin, requireAdmin } from './require-admin.ts'

/** Uploaded images arrive over slow connections and wait for their turn: as long as `readBytes` allows for the largest one. */
const ADMIN_TIMEOUT_SECONDS = 190

/** What routes need to know about a request's client and session. */
export type RequestTools = {
  requireAdmin: RequireAdmin
  /** The client's IP address, behind trusted proxies too. */
  addressOf(request: Request): string
  audit: Audit
  /** Returns a function that extends a request's idle timeout and returns what restores it. */
  extendTimeout(seconds: number): (request: Request) => () => void
}

type Options = {
  /** The app; it has a server once it listens. */
  app: {
    server: {
      timeout(request: Request, seconds: number): void
      requestIP(request: Request): { address: string } | null
    } | null
  }
  /** Whether a session token is valid. Never throws. */
  isValid(token: string): Promise<boolean>
  trustedProxies: TrustedProxies
  auditWith(addressOf: RequestTools['addressOf']): Audit
}

export function createRequestTools({ app, isValid, trustedProxies, auditWith }: Options): RequestTools {
  const isAdmin = requireAdmin(isValid)
  const addressOf = (request: Request) => {
    const peer = app.server?.requestIP(request)?.address ?? ''
    return clientIp(peer, request.headers.get('x-forwarded-for'), trustedProxies)
  }
  return {
    async requireAdmin(request) {
      await isAdmin(request)
      app.server?.timeout(request, ADMIN_TIMEOUT_SECONDS)
    },
    addressOf,
    audit: auditWith(addressOf),
    extendTimeout: (seconds) => (request) => {
      app.server?.timeout(request, seconds)
      return () => app.server?.timeout(request, IDLE_SECONDS)
    },
  }
}
