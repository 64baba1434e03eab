import type { HashCost } from '#server/admin/passwords.ts'
import type { Rendering } from '#server/blog/render/renderer.ts'
import type { Timers } from '#server/content/publication.ts'
import type { Log } from '#server/http/log.ts'
import type { ProofCost } from '#server/leads/captcha/proof-of-work.ts'
import type { LogDisk } from '#server/storage/log-file.ts'

/** Clock, logs and other dependencies that tests replace. */
export type Runtime = {
  now(): Date
  log: Log
  /** Prints a line for the operator. */
  print(line: string): void
  /** Whether `print` and the log write to a terminal. */
  isTerminal: boolean
  /** The folder with the build of the client. */
  dist: string
  /** Cost of a password hash; low in tests. */
  hashCost?: HashCost
  /** The disk of the logs; full or failing in tests. */
  logDisk?: LogDisk
  /** Cost of a proof of work; low in tests. */
  captchaWork?: ProofCost
  /** The sanitizer's worker: shared by the sites of a test process, which would each start one. */
  rendering?: Rendering
  /** Capacity of the page cache, in bytes: small in tests. */
  pageCacheBytes?: number
  /** Deferred work starts this long after startup; never if unset. */
  settleMs?: number
  /** Timers of scheduled publication; replaced in tests. */
  timers?: Timers | undefined
}
