import { join } from 'node:path'
import { leadsCommand } from '#server/cli/leads/main.ts'
import { createLog } from '#server/lib/log.ts'
import { recordText, storeOf } from '#tests/helpers/stores.ts'
import { type Seed, seeded } from './lead-site.ts'

/** The command's output and exit code; a thrown error is what the shell prints. */
export async function run(storageDir: string, ...args: string[]) {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const config = { privateDir: join(storageDir, 'private'), databaseUrl: (await storeOf(storageDir)).DATABASE_URL }
  const log = createLog('error', () => {})
  const code = await leadsCommand(args, { config, now: () => new Date(), log, write }).catch(
    (error: Error) => error.message,
  )
  return { code, output, lines: output.split('\n').slice(0, -1) }
}

/** The command on a folder with these records, without a running site. */
export const onFiles = async (seed: Seed) => {
  const storage = await seeded(seed)
  return { storage, leads: (...args: string[]) => run(storage, ...args) }
}
/** A private file of such a folder. */
export const text = recordText
