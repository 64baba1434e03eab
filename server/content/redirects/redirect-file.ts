import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isId } from '#contract/ids.ts'
import { privateFolder } from '#server/storage/private-folder.ts'
import { replaceFile } from '#server/storage/replace-file.ts'
import type { Move } from './detect-renames.ts'

export type OldAddresses = ReturnType<typeof createOldAddresses>

/** Old ids of posts whose files cannot be written, over restarts: one line for each, the old id and the new one. */
export function createOldAddresses(file: string) {
  async function read(): Promise<Move[]> {
    const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    return lines.flatMap((line) => {
      const [from, to] = line.split(' ')
      return isId(from) && isId(to) ? [{ from, to }] : []
    })
  }

  async function add(moves: readonly Move[]): Promise<void> {
    const from = new Set(moves.map((move) => move.from))
    const all = [...(await read()).filter((move) => !from.has(move.from)), ...moves]
    await privateFolder(dirname(file))
    await replaceFile(file, all.map((move) => `${move.from} ${move.to}\n`).join(''), { mode: 0o600 })
  }

  return { read, add }
}
