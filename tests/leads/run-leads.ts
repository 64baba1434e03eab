import { join } from 'node:path'
import { leadsCommand } from '#server/cli/leads/command.ts'
import { type Seed, seeded } from './lead-site.ts'

/** What the command says and its exit code; what it throws is what the shell shows. */
export async function run(storageDir: string, ...args: string[]) {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const config = { privateDir: join(storageDir, 'private'), jwtSecret: undefined }
  const code = await leadsCommand(args, { config, now: () => new Date(), write }).catch((error: Error) => error.message)
  return { code, output, lines: output.split('\n').slice(0, -1) }
}

/** The command over a folder with these records, where no site runs. */
export const onFiles = async (seed: Seed) => {
  const storage = await seeded(seed)
  return { storage, leads: (...args: string[]) => run(storage, ...args) }
}
/** A private file of such a folder. */
export const text = (storage: string, name: string) => Bun.file(join(storage, 'private', name)).text()
