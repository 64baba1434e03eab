import { readFileSync } from 'node:fs'
import { AdministratorUnusable } from '#server/admin/admin-file.ts'
import { InvalidConfigError, readConfig } from '#server/config.ts'
import { HttpError } from '#server/http/http-error.ts'
import { ProcessLockError } from '#server/storage/process-lock.ts'
import { KeyUnusable } from '#server/storage/secret-key-file.ts'
import { leadsCommand } from './command.ts'
import { NotErased } from './erase-command.ts'

const expected = [HttpError, NotErased, ProcessLockError, InvalidConfigError, AdministratorUnusable, KeyUnusable]

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
