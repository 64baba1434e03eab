import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parsed } from './log-check.ts'

/** A shell process writes so many lines and ends; then the next one starts. */
const LINES_PER_PROCESS = 25
/** The size limit of the real log: nothing is dropped before 25 MB. */
const MAX_BYTES = 5 * 1024 * 1024
/** Shell commands are occasional, not continuous. */
const PAUSE_MS = 200

/** Processes that append to the audit log of a folder next to its server, one after the other in each of `count` rows. */
export function createAuditWriters(folder: string, count: number) {
  const written: string[] = []
  const violations: string[] = []
  let finishing = false

  async function row(place: number) {
    for (let run = 0; !finishing; run++) {
      const name = `${place}-${run}`
      const args = [folder, name, String(LINES_PER_PROCESS), String(MAX_BYTES)]
      const child = Bun.spawn(['bun', 'tests/audit/write-lines.ts', ...args], { stdout: 'ignore', stderr: 'inherit' })
      const code = await child.exited
      if (code !== 0) violations.push(`a writer of the audit log ended with ${code}`)
      written.push(...Array.from({ length: LINES_PER_PROCESS }, (_, n) => `${name}-${n}`))
      await Bun.sleep(PAUSE_MS)
    }
  }
  const rows = Array.from({ length: count }, (_, place) => row(place))

  return {
    lines: () => written.length,
    async finish(): Promise<string[]> {
      finishing = true
      await Promise.all(rows)
      return violations
    },
    /** Problems of the log after all writers ended; `logins` is the number of logins that the server reported. */
    async check(logins: number): Promise<string[]> {
      const names = (await readdir(folder)).filter((name) => /^audit(\.\d)?\.jsonl$/.test(name))
      const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
      const lines = texts.flatMap((text) => text.split('\n').filter(Boolean)).map(parsed)
      const subjects = lines.map((line) => String(line?.subject))
      const found = new Set(subjects)
      const missing = written.filter((subject) => !found.has(subject))
      const recorded = lines.filter((line) => line?.event === 'login.succeeded').length
      return [
        ...missing.map((subject) => `${subject} is not in the audit log`),
        ...(lines.includes(undefined) ? ['a line of the audit log is no whole JSON object'] : []),
        ...(subjects.filter((subject) => subject !== 'undefined').length > written.length
          ? ['a line of the audit log is there twice']
          : []),
        ...(recorded < logins ? [`${logins} logins succeeded, and the audit log has ${recorded}`] : []),
      ]
    },
  }
}
