import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OperatorError } from '#server/lib/errors.ts'
import { ensurePrivateDir, replaceFile } from './files.ts'

const KEY_BYTES = 32

/** The file contains no key. Startup ends with the message. */
export class InvalidKeyFileError extends OperatorError {}

/**
 * Reads a key of 32 random bytes, or creates the file, for this process's user only. `lost` tells operators what deleting
 * the key costs. Throws `InvalidKeyFileError`.
 */
export async function loadOrCreateKey(file: string, lost: string): Promise<Uint8Array> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return
    throw new InvalidKeyFileError(`${file} cannot be read (${error.code}).`)
  })
  const key = text === undefined ? randomBytes(KEY_BYTES) : Buffer.from(text.trim(), 'base64url')
  if (key.byteLength !== KEY_BYTES)
    throw new InvalidKeyFileError(`${file} is damaged. Delete it and start again: ${lost}.`)
  if (text === undefined) {
    await ensurePrivateDir(dirname(file))
    await replaceFile(file, `${key.toString('base64url')}\n`, { mode: 0o600 })
  }
  return new Uint8Array(key)
}
