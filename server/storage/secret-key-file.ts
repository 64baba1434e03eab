import { randomBytes } from 'node:crypto'
import { readPrivateFile, writePrivateFile } from './files.ts'
import { UnreadableStateError } from './stored-json.ts'

const KEY_BYTES = 32
/** 32 bytes as base64url. */
const KEY_TEXT = /^[\w-]{43}$/

/**
 * Reads a key of 32 random bytes, or creates the file, for this process's user only. `lost` tells operators what another
 * key costs. Throws `OperatorError`.
 */
export async function loadOrCreateKey(file: string, lost: string): Promise<Uint8Array> {
  const text = await readPrivateFile(file)
  if (text !== undefined) return keyIn(text, file, ` Without a backup, move it away, and a new key is made: ${lost}.`)
  const made = newKey()
  await writePrivateFile(file, made)
  return keyIn(made, file)
}

/** The text of a new key. */
export const newKey = () => randomBytes(KEY_BYTES).toString('base64url')

/** The key in the text of its file, or row. `advice`: another sentence of the error. Throws `OperatorError`. */
export function keyIn(text: string, name: string, advice?: string): Uint8Array {
  if (!KEY_TEXT.test(text.trim())) throw new UnreadableStateError(name, advice)
  return new Uint8Array(Buffer.from(text.trim(), 'base64url'))
}
