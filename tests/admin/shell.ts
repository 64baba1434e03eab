import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { adminPaths } from '#contract/admin-paths.ts'
import { adminCommand } from '#server/cli/admin/main.ts'
import { createLog } from '#server/lib/log.ts'
import type { MailSettings } from '#server/lib/mailer.ts'
import { databaseUrlOf } from '#tests/helpers/stores.ts'
import { ADMIN, type TestAppOptions, testApp } from '#tests/helpers/test-app.ts'

export const MINUTE_MS = 60_000
const CHEAP = { memoryCost: 64, timeCost: 2 }

/** The code that an authenticator app shows at a time for an `otpauth://` URL. */
export function codeOf(output: string, at: Date): string {
  const secret = /[?&]secret=([A-Z2-7]+)/.exec(output)?.[1] ?? ''
  return new TOTP({ secret }).generate({ timestamp: at.getTime() })
}
export const recoveryCodesIn = (output: string) => [...output.matchAll(/^ {2}(\S{27})$/gm)].map(([, code = '']) => code)
export const passwordIn = (output: string) => /^Password: (\S+) \(shown/m.exec(output)?.[1] ?? ''

export type RunOptions = {
  storageDir: string
  now: () => Date
  uid?: number
  publicUrl?: string
  mail?: MailSettings
  databaseUrl?: string
}
/** Answers a question, given the output so far. `undefined` means no answer. */
export type Answer = (output: string) => string | undefined

/** Runs `bun run admin …` in this process. Returns output and exit code or error. */
export async function runAdmin(
  { storageDir, now, uid, publicUrl, mail, databaseUrl = databaseUrlOf(storageDir) }: RunOptions,
  args: string[],
  answer?: Answer,
) {
  let output = ''
  const code = await adminCommand(args, {
    config: {
      privateDir: join(storageDir, 'private'),
      contentDir: join(storageDir, '../content'),
      publicUrl,
      mail,
      databaseUrl,
    },
    now,
    log: createLog('error', (line) => {
      output += line
    }),
    write: (text) => {
      output += text
    },
    ask: async () => answer?.(output),
    colors: false,
    uid,
    hashCost: CHEAP,
  }).catch((error: Error) => error.message)
  return { code, output }
}

/** The running app with an administrator that it created, a manual clock, and the shell next to it. */
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
    /** Turns the second factor on. Returns the app's code for any later time, and the recovery codes. */
    async addSecondFactor() {
      const { output: said } = await runAdmin(shell, ['add-2fa'], (asked) => codeOf(asked, now()))
      return { said, code: () => codeOf(said, now()), recovery: recoveryCodesIn(said) }
    },
    shell,
    logIn: (more: Record<string, unknown> = {}) =>
      app.post(adminPaths.login, { email: ADMIN.email, password, ...more }),
    password: () => password,
    use(next: string) {
      password = next
    },
  }
}
export type SiteAndShell = Awaited<ReturnType<typeof siteAndShell>>
