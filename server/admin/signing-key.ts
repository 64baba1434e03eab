import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { privateFolder } from '#server/files/private-folder.ts'
import { replaceFile } from '#server/files/replace-file.ts'
import { AdministratorUnusable } from './admin-file.ts'

const KEY_BYTES = 32

/**
 * The key that signs sessions: the secret of the environment, else the one made on the first start and kept in `file`.
 * Throws `AdministratorUnusable` for a file that holds no such key.
 */
export async function readSigningKey(file: string, secret?: string): Promise<Uint8Array> {
  return secret === undefined ? ((await storedKey(file)) ?? makeKey(file)) : new TextEncoder().encode(secret)
}

async function storedKey(file: string): Promise<Uint8Array | undefined> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return
    throw new AdministratorUnusable(`${file} cannot be read (${error.code}).`)
  })
  if (text === undefined) return
  const key = Buffer.from(text.trim(), 'base64url')
  if (key.byteLength === KEY_BYTES) return new Uint8Array(key)
  throw new AdministratorUnusable(`${file} is damaged. Delete it and start again: everybody then logs in anew.`)
}

async function makeKey(file: string): Promise<Uint8Array> {
  const key = randomBytes(KEY_BYTES)
  await privateFolder(dirname(file))
  await replaceFile(file, `${key.toString('base64url')}\n`, { mode: 0o600 })
  return new Uint8Array(key)
}
