import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { privateFolder } from '#server/storage/private-folder.ts'
import { replaceFile } from '#server/storage/replace-file.ts'
import { SecondFactorSchema } from './second-factor.ts'

const AdminSchema = v.object({
  email: v.string(),
  /** argon2id, with its cost and salt. */
  passwordHash: v.pipe(v.string(), v.startsWith('$argon2id$')),
  /** Part of every token: counting on ends all sessions. */
  tokenVersion: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Who ruled the password at the last start: what the environment says cannot be reset here. */
  passwordFrom: v.optional(v.picklist(['here', 'environment']), 'here'),
  secondFactor: v.optional(SecondFactorSchema),
})
export type StoredAdmin = v.InferOutput<typeof AdminSchema>

/** The stored administrator cannot be read: the start ends with this sentence. */
export class InvalidAdminFileError extends Error {}

/** `undefined` on the first start. Throws `InvalidAdminFileError` for a file that is not ours. */
export async function readAdmin(file: string): Promise<StoredAdmin | undefined> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return
    throw new InvalidAdminFileError(`${file} cannot be read (${error.code}).`)
  })
  if (text === undefined) return
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), AdminSchema), text)
  if (stored.success) return stored.output
  throw new InvalidAdminFileError(`${file} is damaged. Delete it and start again: a new administrator is made.`)
}

/** Readable by this process's user alone (decision 16). */
export async function writeAdmin(file: string, admin: StoredAdmin): Promise<void> {
  await privateFolder(dirname(file))
  await replaceFile(file, `${JSON.stringify(admin, null, 2)}\n`, { mode: 0o600 })
}
