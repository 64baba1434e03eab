import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lineOf } from '#tests/torture/records.ts'
import { serveSite } from './server.ts'

const LINES = 1_000_000
const LINES_PER_WRITE = 10_000

async function manyRegistrations(storage: string): Promise<void> {
  await mkdir(join(storage, 'private'), { recursive: true })
  const file = Bun.file(join(storage, 'private', 'registrations.jsonl')).writer()
  for (let from = 0; from < LINES; from += LINES_PER_WRITE) {
    file.write(Array.from({ length: LINES_PER_WRITE }, (_, index) => lineOf(from + index)).join(''))
    await file.flush()
  }
  await file.end()
}

/** Measures a start that reads a log of a million sign-ups. Returns rows for the table. */
export async function benchMillion(): Promise<string[][]> {
  const storage = await mkdtemp(join(tmpdir(), 'palletry-bench-million-'))
  try {
    await manyRegistrations(storage)
    const site = await serveSite('content', '/readyz', { storage })
    const cpuSeconds = await site.cpuSeconds()
    const megabytes = await site.residentMegabytes()
    await site.stop()
    return [
      ['1,000,000 sign-ups: start → ready', `${(site.firstAnswerMs / 1000).toFixed(2)} s`, '≤ 5 s'],
      ['1,000,000 sign-ups: processor time of the start', `${cpuSeconds.toFixed(2)} s`, ''],
      ['1,000,000 sign-ups: memory after the start', `${Math.round(megabytes)} MB`, '≤ 500 MB'],
    ]
  } finally {
    await rm(storage, { recursive: true, force: true })
  }
}
