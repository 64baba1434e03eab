import type { HashCost } from '#server/admin/passwords.ts'
import type { Rendering } from '#server/blog/render/worker-client.ts'
import type { Timers } from '#server/content/schedule.ts'
import type { Log } from '#server/http/log.ts'
import type { ProofCost } from '#server/leads/captcha/proof-of-work.ts'
import type { LogDisk } from '#server/storage/log-disk.ts'

/** What surrounds the site. */
export type Runtime = {
  now(): Date
  log: Log
  /** A line for whoever starts the server. */
  print(line: string): void
  /** Whether `print` and the log write to a terminal, which stores nothing. */
  isTerminal: boolean
  /** Where the build of the client is. */
  dist: string
  /** What a guess of the password costs: cheap in tests. */
  hashCost?: HashCost
  /** Where the logs of what visitors send are written: full, or failing, in tests. */
  logDisk?: LogDisk
  /** What a solution of the captcha, or of the login's proof of work, costs: little in tests. */
  captchaWork?: ProofCost
  /** The sanitizer's worker: shared by the sites of a test process, which would each start one. */
  rendering?: Rendering
  /** Capacity of the page cache, in bytes: small in tests. */
  pageCacheBytes?: number
  /** So long after the start, what can wait does; none where it is unset. */
  settleMs?: number
  /** What rings when a post falls due; a test brings its own. */
  timers?: Timers | undefined
}
