import { readFileSync } from 'node:fs'
import { InvalidAdminFileError } from '#server/admin/admin-store.ts'
import { InvalidConfigError, readConfig } from '#server/config.ts'
import { DomainError } from '#server/lib/errors.ts'
import { ProcessLockError } from '#server/storage/process-lock.ts'
import { InvalidKeyFileError } from '#server/storage/secret-key-file.ts'
import { leadsCommand } from './command.ts'
import { ErasureError } from './erase-command.ts'

const expected = [
  DomainError,
  ErasureError,
  ProcessLockError,
  InvalidConfigError,
  InvalidAdminFileError,
  InvalidKeyFileError,
]

/** `bun run leads …`, with the environment of the site. */
if (import.meta.main) {
  try {
    const config = readConfig(process.env, (path) => readFileSync(path, 'utf8'))
    const write = (text: string) => void process.stdout.write(text)
    process.exitCode = await leadsCommand(process.argv.slice(2), { config, now: () => new Date(), write })
  } catch (error) {
    console.error(expected.some((kind) => error instanceof kind) && error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
