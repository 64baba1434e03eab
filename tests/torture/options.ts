import { parseArgs } from 'node:util'

const USAGE =
  'bun run torture [--cycles=1000] [--concurrency=50] [--clients=500] [--minutes=5] [--seconds=60] [--rows=NAME,…] [--seed=N] [--only=NAME,…] [--cluster] [--keep] [--json=FILE]'
/** With more, it would not end or exceed this machine's memory. */
const CYCLES_MAX = 100_000
const CONCURRENCY_MAX = 1_000
const CLIENTS_MAX = 5_000
const SECONDS_MAX = 3_600
/** A day. */
const MINUTES_MAX = 24 * 60

/** The parsed options. `named`: scenarios that run only by their name. Throws a sentence for invalid ones. */
export function readOptions(
  args: string[],
  single: readonly string[],
  named: readonly string[] = [],
  several: readonly string[] = [],
) {
  const options = {
    cycles: { type: 'string', default: '1000' },
    concurrency: { type: 'string', default: '50' },
    clients: { type: 'string', default: '500' },
    minutes: { type: 'string', default: '5' },
    /** Of each attack of the flood. */
    seconds: { type: 'string', default: '60' },
    /** The rows of the flood; all by default. */
    rows: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    /** Several replicas with PostgreSQL. */
    cluster: { type: 'boolean', default: false },
    /** The folders of a cluster with violations stay. */
    keep: { type: 'boolean', default: false },
    json: { type: 'string' },
  } as const
  const { values } = parseArgs({ args, options })
  const names = values.cluster ? several : [...single, ...named]
  const only = values.only?.split(',') ?? [...(values.cluster ? several : single)]
  const unknown = only.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`There is no ${unknown}, only ${names.join(', ')}. ${USAGE}`)
  return {
    cycles: whole(values.cycles, 1, CYCLES_MAX),
    concurrency: whole(values.concurrency, 1, CONCURRENCY_MAX),
    clients: whole(values.clients, 1, CLIENTS_MAX),
    minutes: whole(values.minutes, 1, MINUTES_MAX),
    seconds: whole(values.seconds, 1, SECONDS_MAX),
    rows: values.rows?.split(','),
    seed: whole(values.seed, 0, 2 ** 32 - 1),
    only,
    cluster: values.cluster,
    keep: values.keep,
    json: values.json,
  }
}

function whole(typed: string, least: number, most: number): number {
  const number = Number(typed)
  if (!/^\d+$/.test(typed) || number < least || number > most)
    throw new Error(`${typed} is no number from ${least} to ${most}. ${USAGE}`)
  return number
}
