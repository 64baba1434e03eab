import { CLOCK_OFFSET_MAX_MS, createClockCheck } from '#server/database/clock-offset.ts'
import { type Connection, createConnection, setupProblem } from '#server/database/connection.ts'
import { missingMigrations } from '#server/database/migrations.ts'
import { createTableStore } from '#server/database/table-store.ts'
import { tableOf } from '#server/database/tables.ts'
import { assertPlain } from '#server/git/plain-state.ts'
import { protocolsFor } from '#server/git/runner/remote-url.ts'
import { openRepository } from '#server/git/runner/repository.ts'
import { GitError } from '#server/git/runner/run-git.ts'
import { tryRemote } from '#server/git/upstream.ts'
import { DatabaseAwayError } from '#server/lib/errors.ts'
import { tryMailServer } from '#server/lib/mailer.ts'
import type { KeyedStore } from '#server/storage/keyed-store.ts'
import { CHECK_LIMIT_MS, type Finding, notChecked, ok, problem, type SiteSettings, warning } from './finding.ts'

const silent = { info() {}, warn() {}, error() {} }

type Opened = { connection: Connection; store: KeyedStore }

/** Runs a check on a database whose tables it does not change. */
export async function onDatabase<T>(url: string, work: (opened: Opened) => Promise<T>): Promise<T> {
  const connection = createConnection({ url, prepare: async () => {}, log: silent })
  try {
    return await work({ connection, store: createTableStore(connection, tableOf) })
  } finally {
    await connection.close()
  }
}

/** Whether PostgreSQL answers, has the tables of this version, and has the same time as this machine. Changes nothing. */
export async function checkDatabase({ databaseUrl }: SiteSettings, now = () => new Date()): Promise<Finding> {
  if (databaseUrl === undefined) return notChecked('records are in files (no DATABASE_URL)')
  try {
    return await onDatabase(databaseUrl, ({ connection }) => compareDatabase(connection, now))
  } catch (error) {
    const known = setupProblem(error)
    if (known) return problem(known.message)
    if (error instanceof DatabaseAwayError) return problem('PostgreSQL does not answer at DATABASE_URL')
    throw error
  }
}

async function compareDatabase(connection: Connection, now: () => Date): Promise<Finding> {
  const clock = createClockCheck({ connection, now, log: silent })
  const missing = await connection.run(missingMigrations)
  await clock.measure().finally(clock.close)
  const offsetMs = clock.offsetMs()
  if (Math.abs(offsetMs) > CLOCK_OFFSET_MAX_MS)
    return warning(
      `its clock and that of this machine differ by ${Math.round(Math.abs(offsetMs) / 1000)} s: synchronize both (NTP)`,
    )
  return ok(
    missing === 0
      ? 'answers, with the tables of this version'
      : `answers; the next start makes ${missing} changes of its tables`,
  )
}

/** Whether the remote can be read, and would take a push. Changes nothing. */
export async function checkRemote({ contentDir, gitPush, gitRemote, gitBranch }: SiteSettings): Promise<Finding> {
  if (!gitPush) return notChecked('GIT_PUSH is off')
  const repository = await openRepository(contentDir, protocolsFor(gitRemote))
  if (!repository) return notChecked('the content folder is in no checkout yet')
  try {
    await tryRemote(repository, await assertPlain(repository, gitBranch), CHECK_LIMIT_MS)
    return ok('can be read, and takes pushes')
  } catch (error) {
    if (error instanceof GitError) return problem(`cannot be reached, or takes no push: ${error.reason}`)
    throw error
  }
}

/** Whether the server of SMTP_URL answers and accepts the password. Sends no mail. */
export async function checkMail({ mail }: SiteSettings): Promise<Finding> {
  if (!mail) return notChecked('SMTP_URL is not set: administrators get no mail')
  const failure = await tryMailServer(mail, CHECK_LIMIT_MS)
  return failure === undefined
    ? ok('the server accepts the connection')
    : problem(`the server of SMTP_URL does not accept the connection: ${failure}`)
}
