import { randomBytes } from 'node:crypto'
import { OperatorError } from '#server/lib/errors.ts'
import { readPrivateFile, writePrivateFile } from './files.ts'

const KEY_BYTES = 32

/**
 * Reads a key of 32 random bytes, or creates the file, for this process's user only. `lost` tells operators what deleting
 * the key costs. Throws `OperatorError`.
 */
export async function loadOrCreateKey(file: string, lost: string): Promise<Uint8Array> {
  const text = await readPrivateFile(file)
  const key = text === undefined ? new Uint8Array(randomBytes(KEY_BYTES)) : decodeKey(text)
  if (key.byteLength !== KEY_BYTES) throw new OperatorError(`${file} is damaged. Delete it and start again: ${lost}.`)
  if (text === undefined) await writePrivateFile(file, Buffer.from(key).toString('base64url'))
  return key
}

/** The key in the text of its file. */
export const decodeKey = (text: string) => new Uint8Array(Buffer.from(text.trim(), 'base64url'))
