import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'

const CHUNK_BYTES = 256 * 1024
const NEWLINE = 10
/** What happened to a lead comes behind the lead itself, so it is cut first. */
const FIRST = 'lead-events.jsonl'

export type OpenLog = { path: string; size: number; pieces(): AsyncGenerator<Uint8Array>; close(): Promise<void> }

/**
 * The logs of a folder as of one moment, each up to its last whole line. A log only grows, and where it is rewritten another
 * file takes its place: what is open here stays readable as it was, however long the reading takes.
 */
export async function logsNow(folder: string, paths: readonly string[]): Promise<OpenLog[]> {
  const ordered = paths.toSorted((one, other) => Number(other === FIRST) - Number(one === FIRST))
  const opened: { path: string; handle: FileHandle; size: number }[] = []
  for (const path of ordered) {
    const handle = await open(join(folder, path), 'r')
    opened.push({ path, handle, size: (await handle.stat()).size })
  }
  return Promise.all(
    opened.map(async ({ path, handle, size }) => {
      const end = await endOfLines(handle, size)
      return { path, size: end, pieces: () => piecesOf(handle, end), close: () => handle.close() }
    }),
  )
}

async function endOfLines(handle: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0; end -= CHUNK_BYTES) {
    const start = Math.max(0, end - CHUNK_BYTES)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start)
    const at = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE)
    if (at !== -1) return start + at + 1
  }
  return 0
}

async function* piecesOf(handle: FileHandle, end: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < end; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(CHUNK_BYTES), 0, Math.min(CHUNK_BYTES, end - at), at)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}
