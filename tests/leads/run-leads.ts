import { join } from 'node:path'
import { leadsCommand } from '#server/cli/leads/main.ts'
import { type Seed, seeded } from './lead-site.ts'

/** The command's output and exit code; a thrown error is what the shell prints. */
export async function run(storageDir: string, ...args: string[]) {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const config = { privateDir: join(storageDir, 'private'), jwtSecret: undefined }
  const code = await leadsCommand(args, { config, now: () => new Date(), write }).catch((error: Error) => error.message)
  return { code, output, lines: output.split('\n').slice(0, -1) }
}

/** The command on a folder with these records, without a running site. */
export const onFiles = async (seed: Seed) => {
  const storage = await seeded(seed)
  return { storage, leads: (...args: string[]) => run(storage, ...args) }
}
/** A private file of such a folder. */
export const text = (storage: string, name: string) => Bun.file(join(storage, 'private', name)).text()
