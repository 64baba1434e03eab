import type { HashCost } from '#server/admin/passwords.ts'
import type { CaptchaWork } from '#server/captcha/captcha.ts'
import type { Timers } from '#server/content/schedule.ts'
import type { LogDisk } from '#server/files/log-disk.ts'
import type { Log } from '#server/http/log.ts'

/** What surrounds the site. */
export type World = {
  now(): Date
  log: Log
  /** A line for whoever starts the server. */
  print(line: string): void
  /** Where the build of the client is. */
  dist: string
  /** What a guess of the password costs: cheap in tests. */
  hashCost?: HashCost
  /** Where the logs of what visitors send are written: full, or failing, in tests. */
  logDisk?: LogDisk
  /** What a solution of the captcha costs: little in tests. */
  captchaWork?: CaptchaWork
  /** So long after the start, what can wait does; none where it is unset. */
  settleMs?: number
  /** What rings when a post falls due; a test brings its own. */
  timers?: Timers | undefined
}
