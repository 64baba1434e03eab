import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { apiPaths } from '#contract/paths.ts'
import { adminCommand } from '#server/admin/command.ts'
import { createLog } from '#server/http/log.ts'
import { ADMIN, type TestAppOptions, testApp } from '#tests/helpers/test-app.ts'

export const MINUTE_MS = 60_000
const CHEAP = { memoryCost: 64, timeCost: 2 }

/** What an authenticator app shows at a moment, of what it was told: an `otpauth://` address. */
export function codeOf(said: string, at: Date): string {
  const secret = /[?&]secret=([A-Z2-7]+)/.exec(said)?.[1] ?? ''
  return new TOTP({ secret }).generate({ timestamp: at.getTime() })
}
export const recoveryCodesIn = (said: string) => [...said.matchAll(/^ {2}(\S{27})$/gm)].map(([, code = '']) => code)
export const passwordIn = (said: string) => /^Password: (\S+) \(shown/m.exec(said)?.[1] ?? ''

export type RunOptions = { storageDir: string; now: () => Date; adminPassword?: string; uid?: number }
/** Answers a question; it is given what was said so far. `undefined`: nobody answers. */
export type Answer = (said: string) => string | undefined

/** `bun run admin …` in this process: what it says, and its exit code or why it failed. */
export async function runAdmin({ storageDir, now, adminPassword, uid }: RunOptions, args: string[], answer?: Answer) {
  let said = ''
  const code = await adminCommand(args, {
    config: { storageDir, contentDir: join(storageDir, '../content'), adminPassword },
    now,
    log: createLog('error', (line) => {
      said += line
    }),
    write: (text) => {
      said += text
    },
    ask: async () => answer?.(said),
    colors: false,
    uid,
    hashCost: CHEAP,
  }).catch((error: Error) => error.message)
  return { code, said }
}

/** The running app, which has made its own administrator, a clock that is moved by hand, and the shell beside it. */
export async function siteAndShell(options: TestAppOptions = {}) {
  let time = Date.parse('2026-03-01T10:00:00Z')
  const now = () => new Date(time)
  const env = { ADMIN_PASSWORD: undefined, RATE_LIMITS: 'off', ...options.env }
  const app = await testApp({ now, ...options, env })
  let password = passwordIn(app.printed.join('\n'))
  const shell = { storageDir: join(app.dir, 'storage'), now }
  const admin = (...args: string[]) => runAdmin(shell, args)

  return {
    ...app,
    now,
    pass: (ms: number) => {
      time += ms
    },
    admin,
    /** Switches the second factor on, and gives the app's codes of any later moment, and the recovery codes. */
    async addSecondFactor() {
      const { said } = await runAdmin(shell, ['add-2fa'], (asked) => codeOf(asked, now()))
      return { said, code: () => codeOf(said, now()), recovery: recoveryCodesIn(said) }
    },
    shell,
    logIn: (more: Record<string, unknown> = {}) => app.post(apiPaths.login, { email: ADMIN.email, password, ...more }),
    password: () => password,
    use(next: string) {
      password = next
    },
  }
}
export type SiteAndShell = Awaited<ReturnType<typeof siteAndShell>>
