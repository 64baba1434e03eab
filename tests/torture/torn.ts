import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSignUps } from '#server/leads/sign-ups.ts'
import { createLog } from '#server/lib/log.ts'
import { openLogs } from '#tests/leads/open-logs.ts'
import { parsed } from './log-check.ts'
import { circumstances, lineOf, registrationOf } from './records.ts'
import type { Scenario, Torture } from './scenario.ts'

/** The maximum number of records in logs for random cuts. */
const RECORDS_MAX = 300
const NEWLINE = 10

/** A cycle is a cut through the last record (evenly spread if there are fewer cycles than bytes); half as many are anywhere. */
export const tornScenario: Scenario = {
  name: 'torn',
  title:
    'a log cut off at any byte: complete lines stay, the rest is set aside, and the next line starts on a new line',
  async run({ cycles, random, folder, progress }: Torture) {
    const violations: string[] = []
    let cuts = 0
    const cut = async (whole: Buffer, length: number) => {
      const place = join(folder, String(cuts++))
      violations.push(...(await openCut(place, whole, length)).map((what) => `cut at ${length}: ${what}`))
      progress(`cut ${cuts}`)
    }
    const three = logOf(3)
    const last = three.lastIndexOf(NEWLINE, -2) + 1
    const step = Math.max(1, (three.length - last) / cycles)
    for (let at = last; at <= three.length; at += step) await cut(three, Math.floor(at))
    const spreadCuts = cuts
    for (let count = 0; count < cycles / 2; count++) {
      const whole = logOf(1 + random.below(RECORDS_MAX))
      await cut(whole, random.below(whole.length + 1))
    }
    const counts = [
      ['cuts through the last record', spreadCuts],
      ['cuts anywhere', cuts - spreadCuts],
    ] as const
    return { figures: [...counts], violations }
  },
}

const logOf = (records: number) =>
  Buffer.from(Array.from({ length: records }, (_, index) => lineOf(index + 1)).join(''))

/** Opens the cut log, signs up two companies, and returns problems of the result. */
async function openCut(folder: string, whole: Buffer, length: number): Promise<string[]> {
  const rest = whole.subarray(0, length)
  // A record without its line break is complete.
  const healed = whole[length] === NEWLINE
  const remaining = healed ? whole.subarray(0, length + 1) : rest.subarray(0, rest.lastIndexOf(NEWLINE) + 1)
  const path = join(folder, 'registrations.jsonl')
  await mkdir(folder)
  await writeFile(path, rest)
  const complaints: string[] = []
  const log = createLog('error', (line) => complaints.push(line))
  const { logs, model, close } = await openLogs(folder, { log })
  const options = { hash: async () => circumstances.passwordHash, now: () => circumstances.now, log }
  const signUps = createSignUps({ lines: logs.registration, model, ...options })
  const remainingRecords = remaining.toString('utf8').split('\n').length - 1
  if (remainingRecords > 0) await signUps.add(registrationOf(remainingRecords), '')
  await signUps.add(registrationOf(remainingRecords + 1), '')
  const isHealthy = signUps.isHealthy()
  await close()

  const after = await readFile(path)
  const torn = await readFile(`${path}.torn`).catch(() => Buffer.alloc(0))
  const aside = healed || length === remaining.length ? '' : `${rest.subarray(remaining.length).toString('latin1')}\n`
  const added = after.subarray(remaining.length).toString('utf8')
  return [
    ...(isHealthy ? [] : ['it cannot be written']),
    ...complaints,
    ...(after.subarray(0, remaining.length).equals(remaining) ? [] : ['a good line was touched']),
    ...(torn.toString('latin1') === aside ? [] : ['what was torn is not in .torn']),
    ...(isOneLineOf(added, remainingRecords + 1) ? [] : ['the next sign-up is not a separate line']),
  ]
}

function isOneLineOf(text: string, number: number): boolean {
  const record = text.indexOf('\n') === text.length - 1 ? parsed(text) : undefined
  return record?.username === registrationOf(number).username
}
