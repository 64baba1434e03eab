import { styleText } from 'node:util'

const COLORS = { debug: 'gray', info: 'green', warn: 'yellow', error: 'red' } as const
type Level = keyof typeof COLORS
const isLevel = (level: unknown): level is Level => typeof level === 'string' && Object.hasOwn(COLORS, level)

/** Lines of the log for whoever sits at the terminal: `12:03:04 warn  commit waits  waiting=2`. A stack stands below. */
export const forPeople =
  (write: (line: string) => void) =>
  (line: string): void =>
    write(readable(JSON.parse(line)))

function readable({ time, level, event, stack, ...facts }: Record<string, unknown>): string {
  const known = isLevel(level) ? level : 'info'
  const fields = Object.entries(facts).map(([name, value]) => `${styleText('dim', `${name}=`)}${plain(value)}`)
  const head = [clockOf(time), styleText(COLORS[known], known.padEnd(5)), styleText('bold', shown(String(event)))]
  const first = [...head, ...fields].join(' ')
  return typeof stack === 'string' ? `${first}\n${styleText('dim', shown(stack))}` : first
}

/** In this machine's own time zone. */
const clockOf = (time: unknown) => new Date(String(time)).toTimeString().slice(0, 8)

/** A word as it is; anything else as JSON, so that it is seen where it ends. */
const plain = (value: unknown) =>
  typeof value === 'string' && /^[\w./:*-]+$/.test(value) ? value : shown(JSON.stringify(value) ?? '')

/** What a stranger sent must not move the cursor or color the terminal. */
const shown = (text: string) => text.replace(/(?!\n)\p{Cc}/gu, '·')
