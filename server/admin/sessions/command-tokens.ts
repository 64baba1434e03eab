import { createHmac, timingSafeEqual } from 'node:crypto'
import { createFileStore } from '#server/storage/file-store.ts'
import { loadOrCreateKey } from '#server/storage/secret-key.ts'

/** In the folder of private files, once the site has started. */
export const COMMAND_KEY = 'command.key'
const LIFETIME_SECONDS = 60
/** `command.1772359260.3f…` */
const TOKEN = /^command\.(\d{1,12})\.([\w-]{43})$/

type Command = { method: string; path: string }

/**
 * Tokens with which a shell command sends one request to the running server. They are signed with a key in the private folder, which
 * no HTTP client can obtain, whatever JWT_SECRET is. `folder`: of private files. Throws `OperatorError`.
 */
export async function createCommandTokens(folder: string, now: () => Date) {
  const key = await loadOrCreateKey(createFileStore(folder), COMMAND_KEY, 'nothing is lost')
  const nowSeconds = () => Math.floor(now().getTime() / 1000)
  const signatureOf = (exp: string, { method, path }: Command) =>
    createHmac('sha256', key).update(`${exp} ${method} ${path}`).digest('base64url')

  return {
    /** Valid for one minute, for this method and path only. */
    issue(command: Command): string {
      const exp = String(nowSeconds() + LIFETIME_SECONDS)
      return `command.${exp}.${signatureOf(exp, command)}`
    },
    isValid(token: string, command: Command): boolean {
      const [, exp = '', signature = ''] = TOKEN.exec(token) ?? []
      const secondsLeft = Number(exp) - nowSeconds()
      if (signature === '' || secondsLeft <= 0 || secondsLeft > LIFETIME_SECONDS) return false
      return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(exp, command)))
    },
  }
}
export type CommandTokens = Awaited<ReturnType<typeof createCommandTokens>>
