import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** Not through a link, and never waiting for the other end of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

export class NotPlain extends Error {
  override name = 'NotPlain'
}
export class TooBig extends Error {
  override name = 'TooBig'
}

/** The bytes of an ordinary file. Throws `NotPlain` for a link or anything else, `TooBig` before reading, and what the disk throws. */
export async function readPlainFile(path: string, maxBytes: number): Promise<Uint8Array> {
  const file = await open(path, FLAGS).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === 'ELOOP' ? new NotPlain('This is a link.') : error
  })
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new NotPlain('This is not a file.')
    if (found.size > maxBytes) throw new TooBig('This file is too big.')
    return await file.readFile()
  } finally {
    await file.close()
  }
}
