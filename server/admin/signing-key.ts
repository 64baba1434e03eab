import { loadOrCreateKey } from '#server/storage/secret-key-file.ts'

/**
 * The key that signs sessions: the secret of the environment, else the one made on the first start and kept in `file`.
 * Throws `InvalidKeyFileError` for a file that holds no such key.
 */
export async function readSigningKey(file: string, secret?: string): Promise<Uint8Array> {
  return secret === undefined ? loadOrCreateKey(file, 'everybody then logs in anew') : new TextEncoder().encode(secret)
}
