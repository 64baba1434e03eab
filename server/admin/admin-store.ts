import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { createMutex } from '#server/lib/mutex.ts'
import { withFileLock } from '#server/storage/file-lock.ts'
import { ensurePrivateDir } from '#server/storage/folders.ts'
import { replaceFile } from '#server/storage/replace-file.ts'
import { SecondFactorSchema } from './second-factor.ts'

const AdminSchema = v.object({
  email: v.string(),
  /** argon2id, including cost and salt. */
  passwordHash: v.pipe(v.string(), v.startsWith('$argon2id$')),
  /** Part of every token: incrementing it ends all sessions. */
  tokenVersion: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Where the password came from at the last start. One from the environment cannot be reset here. */
  passwordFrom: v.optional(v.picklist(['here', 'environment']), 'here'),
  secondFactor: v.optional(SecondFactorSchema),
})
export type StoredAdmin = v.InferOutput<typeof AdminSchema>
type Edit = (before: StoredAdmin | undefined) => StoredAdmin | Promise<StoredAdmin>

/** The stored administrator cannot be read. The server does not start, and prints the message. */
export class InvalidAdminFileError extends Error {}

/** `admin.json`, shared by the server and `bun run admin`: each sees the other's writes at once, and overwrites none. */
export function createAdminStore(file: string) {
  const oneByOne = createMutex()
  const lockFile = file.replace(/\.json$/, '.lock')
  let cached: { admin: StoredAdmin | undefined; signature: string } | undefined

  /** Reads the file again only after a write. Returns `undefined` before the first start. Throws `InvalidAdminFileError`. */
  async function read(): Promise<StoredAdmin | undefined> {
    const signature = await signatureOf(file)
    if (cached?.signature !== signature) cached = { admin: await readAdmin(file), signature }
    return cached.admin
  }

  async function replace(edit: Edit): Promise<StoredAdmin> {
    const before = await readAdmin(file)
    const after = await edit(before)
    if (after === before) return after
    await ensurePrivateDir(dirname(file))
    await replaceFile(file, `${JSON.stringify(after, null, 2)}\n`, { mode: 0o600 })
    return after
  }

  return {
    read,
    /** Stores and returns what `edit` returns. Throws what `edit` and the disk throw, and `InvalidAdminFileError`. */
    change: (edit: Edit): Promise<StoredAdmin> => oneByOne(() => withFileLock(lockFile, () => replace(edit))),
  }
}
export type AdminStore = ReturnType<typeof createAdminStore>

async function readAdmin(file: string): Promise<StoredAdmin | undefined> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return
    throw new InvalidAdminFileError(`${file} cannot be read (${error.code}).`)
  })
  if (text === undefined) return
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), AdminSchema), text)
  if (stored.success) return stored.output
  throw new InvalidAdminFileError(`${file} is damaged. Delete it and start again: a new administrator is made.`)
}

/** Differs after every write, because each write puts a new file in place. */
async function signatureOf(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch((error) => {
    if (error.code !== 'ENOENT') throw error
  })
  return found ? `${found.ino} ${found.mtimeNs} ${found.size}` : 'none'
}
