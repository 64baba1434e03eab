import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { privateFolder } from './private-folder.ts'
import { replaceFile } from './replace-file.ts'

const KEY_BYTES = 32

/** What is kept is no key: the start ends with this sentence. */
export class InvalidKeyFileError extends Error {}

/**
 * A key of 32 random bytes, made on first use and kept in `file`, for this process's user alone (decision 16).
 * `lost` ends the sentence of `InvalidKeyFileError`: what a new key costs.
 */
export async function loadOrCreateKey(file: string, lost: string): Promise<Uint8Array> {
  return (await storedKey(file, lost)) ?? makeKey(file)
}

async function storedKey(file: string, lost: string): Promise<Uint8Array | undefined> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return
    throw new InvalidKeyFileError(`${file} cannot be read (${error.code}).`)
  })
  if (text === undefined) return
  const key = Buffer.from(text.trim(), 'base64url')
  if (key.byteLength === KEY_BYTES) return new Uint8Array(key)
  throw new InvalidKeyFileError(`${file} is damaged. Delete it and start again: ${lost}.`)
}

async function makeKey(file: string): Promise<Uint8Array> {
  const key = randomBytes(KEY_BYTES)
  await privateFolder(dirname(file))
  await replaceFile(file, `${key.toString('base64url')}\n`, { mode: 0o600 })
  return new Uint8Array(key)
}
