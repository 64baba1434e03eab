import type { DiffHunk, DiffPart, TextDiff } from '#contract/history.ts'

const CONTEXT_LINES = 2
/** Nobody reads more of one change. */
const SHOWN_MAX_CHARACTERS = 40_000

/** The changes of a text with the lines around them; what stayed between them is counted. */
export function hunksOf(parts: readonly DiffPart[]): TextDiff {
  if (parts.every(({ kind }) => kind === 'same')) return { hunks: [], cut: false }
  const hunks: DiffHunk[] = []
  let open: DiffHunk = { skipped: 0, parts: [] }
  for (const [at, part] of parts.entries()) {
    const long = part.kind === 'same' ? shortened(part.text, parts[at - 1]?.text, at === parts.length - 1) : undefined
    open.parts.push(long ? same(long.head) : part)
    if (!long) continue
    hunks.push(open)
    open = { skipped: long.skipped, parts: [same(long.tail)] }
  }
  return atMost([...hunks, open].filter((hunk) => hunk.parts.some(({ kind }) => kind !== 'same')))
}

const same = (text: string): DiffPart => ({ kind: 'same', text })

/** Both ends of what stayed behind `before`, where more than a line stands between them. A line that changed in part is shown whole. */
function shortened(text: string, before: string | undefined, isLast: boolean) {
  const lines = text.split(/(?<=\n)/)
  const head = before === undefined ? 0 : CONTEXT_LINES + (before.endsWith('\n') ? 0 : 1)
  const tail = isLast ? 0 : CONTEXT_LINES + (text.endsWith('\n') ? 0 : 1)
  const skipped = lines.length - head - tail
  if (skipped < 2) return
  return { head: lines.slice(0, head).join(''), skipped, tail: lines.slice(lines.length - tail).join('') }
}

function atMost(hunks: readonly DiffHunk[]): TextDiff {
  let room = SHOWN_MAX_CHARACTERS
  let cut = false
  const shown = hunks.flatMap(({ skipped, parts }) => {
    const visible: DiffPart[] = []
    for (const part of parts) {
      if (part.text.length > room) cut = true
      if (room > 0) visible.push({ ...part, text: part.text.slice(0, room) })
      room = Math.max(0, room - part.text.length)
    }
    return visible.length === 0 ? [] : [{ skipped, parts: visible.filter(({ text }) => text !== '') }]
  })
  return { hunks: shown, cut }
}
