import { expect, test } from 'bun:test'
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const COUNT = 60
const WRITERS = ['one', 'two', 'three']
/** The lines of all writers fill four files. */
const MAX_BYTES = 6_000

test('loses no line of concurrent processes, even while the log is rotated and repaired', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'audit-writers-'))
  try {
    await appendFile(join(folder, 'audit.jsonl'), '{"event":"post.created","subject":"whole"}\n{"event":"torn')
    const children = WRITERS.map((name) =>
      Bun.spawn(['bun', 'tests/audit/write-lines.ts', folder, name, String(COUNT), String(MAX_BYTES)], {
        stdout: 'inherit',
        stderr: 'inherit',
      }),
    )
    expect(await Promise.all(children.map(({ exited }) => exited))).toEqual(WRITERS.map(() => 0))
    const logs = (await readdir(folder)).filter((name) => name.endsWith('.jsonl'))
    expect(logs.length).toBeGreaterThan(2)
    const texts = await Promise.all(logs.map((name) => readFile(join(folder, name), 'utf8')))
    const subjects = texts.flatMap((text) => text.split('\n').filter(Boolean)).map((line) => JSON.parse(line).subject)
    const expected = WRITERS.flatMap((name) => Array.from({ length: COUNT }, (_, n) => `${name}-${n}`))
    expect(subjects.sort()).toEqual([...expected, 'whole'].sort())
    expect(await readFile(join(folder, 'audit.jsonl.torn'), 'utf8')).toBe('{"event":"torn\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 60_000)
