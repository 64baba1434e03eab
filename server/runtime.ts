import type { AnyElysia } from 'elysia'
import type { HashCost } from '#server/admin/people/passwords.ts'
import type { Rendering } from '#server/blog/render/renderer.ts'
import type { Timers } from '#server/content/publication.ts'
import type { ProofCost } from '#server/http/proof-of-work.ts'
import type { Log } from '#server/lib/log.ts'
import type { Disk } from '#server/storage/files.ts'
import type { Converter } from '#server/writing/converter.ts'

/** Clock, logs and other dependencies that tests replace. */
export type Runtime = {
  now(): Date
  log: Log
  /** Prints a line for the operator. */
  print(line: string): void
  /** About variables of the environment that are not those of the site, but nearly have their names. */
  hints?: readonly string[]
  /** Whether `print` and the log write to a terminal. */
  isTerminal: boolean
  /** The folder with the build of the client. */
  dist: string
  /** Cost of a password hash; low in tests. */
  hashCost?: HashCost
  /** The disk of the logs; full or failing in tests. */
  logDisk?: Disk
  /** Cost of a proof of work; low in tests. */
  captchaWork?: ProofCost
  /** The sanitizer's worker: shared by the sites of a test process, which would each start one. */
  rendering?: Rendering
  /** The worker of the visual editor's documents; with another time limit in tests. */
  converter?: Converter | undefined
  /** Capacity of the response cache, in bytes: small in tests. */
  pageCacheBytes?: number
  /** The routes of the built files, which are then not stored in the database: shared by the sites of a test process. */
  assets?: AnyElysia | undefined
  /** Timers of scheduled publication; replaced in tests. */
  timers?: Timers | undefined
}
