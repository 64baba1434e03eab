import { useEffect } from 'react'
import { formatDateTime } from '#client/lib/dates.ts'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import type { BlogSchedule } from '#contract/posts.ts'

type Props = {
  next: BlogSchedule['next'] | undefined
  /** A post was published or expired. */
  onDue: () => void
}

/** The next post that is scheduled to appear or expire. */
export function ScheduleLine({ next, onDue }: Props) {
  useDue(next?.at, onDue)
  if (!next) return null
  return (
    <Line>
      <Icon name="clock" size={18} /> Next: “<span dir="auto">{next.title}</span>” <span>{next.what}</span> on{' '}
      <time dateTime={next.at}>{formatDateTime(next.at, 'local')}</time>.
    </Line>
  )
}

/** setTimeout accepts at most 24.8 days. */
const LONGEST_DELAY_MS = 2 ** 31 - 1
/** The server's clock may be slower. */
const AGAIN_MS = 30_000

function useDue(at: string | undefined, onDue: () => void) {
  useEffect(() => {
    if (at === undefined) return
    const delay = Date.parse(at) - Date.now()
    const timer = setTimeout(onDue, delay > 0 ? Math.min(delay + 500, LONGEST_DELAY_MS) : AGAIN_MS)
    return () => clearTimeout(timer)
  }, [at, onDue])
}

const s = createStyled('admin-schedule-line')
const Line = s('p')`
  margin-bottom: 18px;
  color: var(--text-2);
  overflow-wrap: anywhere;
  & > svg { display: inline; margin: -3px 4px 0 0; vertical-align: middle; }
`
