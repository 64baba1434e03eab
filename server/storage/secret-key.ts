import { randomBytes } from 'node:crypto'
import type { KeyedStore } from './keyed-store.ts'
import { UnreadableStateError } from './stored-json.ts'

const KEY_BYTES = 32
/** 32 bytes as base64url. */
const KEY_TEXT = /^[\w-]{43}$/

/**
 * Returns a stored key of 32 random bytes, which the first process that asks for it creates. `lost` tells operators what another key
 * costs. Throws `OperatorError`, and what the store throws.
 */
export async function loadOrCreateKey(store: KeyedStore, name: string, lost: string): Promise<Uint8Array> {
  const text = await store.update([name], async ({ get, put }) => {
    const stored = await get(name)
    if (stored !== undefined) return stored
    const made = randomBytes(KEY_BYTES).toString('base64url')
    await put(name, made)
    return made
  })
  return keyIn(text, store.nameOf(name), ` Without a backup, move it away, and a new key is made: ${lost}.`)
}

/** Returns the key in a text. `advice`: another sentence of the error. Throws `OperatorError`. */
export function keyIn(text: string, name: string, advice?: string): Uint8Array {
  if (!KEY_TEXT.test(text.trim())) throw new UnreadableStateError(name, advice)
  return new Uint8Array(Buffer.from(text.trim(), 'base64url'))
}
