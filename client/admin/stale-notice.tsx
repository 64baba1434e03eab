import { useEffect, useRef } from 'react'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { scoped } from '#client/ui/scoped.ts'
import { media } from '#client/ui/theme.ts'
import type { PostSource } from '#contract/posts.ts'
import type { PostFields } from './local-draft.ts'

type Props = {
  message: string
  mine: PostFields
  theirs: PostSource
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** The post was changed while it was being edited: both versions, and the choice between them (decision 31). Nothing is lost by either. */
export function StaleNotice({ message, mine, theirs, onKeepMine, onTakeTheirs }: Props) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <Top ref={top}>
      <Alert tone="warning" focusOnMount>
        <p>{message}</p>
        {compared.map(({ field, label }) => (
          <Versions key={field} label={label} mine={mine[field]} theirs={theirs[field]} />
        ))}
        <Ways>
          <Button variant="outline" small onClick={onKeepMine}>
            Keep mine
          </Button>
          <Button variant="outline" small onClick={onTakeTheirs}>
            Take theirs
          </Button>
        </Ways>
        <Small>If you take theirs, your text stays in this browser and is offered back.</Small>
      </Alert>
    </Top>
  )
}

const compared = [
  { field: 'title', label: 'Title' },
  { field: 'summary', label: 'Summary' },
  { field: 'content', label: 'Content' },
] as const

function Versions({ label, mine, theirs }: { label: string; mine: string; theirs: string }) {
  if (mine === theirs) {
    return (
      <Same>
        <b>{label}</b>: the same in both.
      </Same>
    )
  }
  return (
    <Both>
      <Version label={`${label}, yours`} text={mine} />
      <Version label={`${label}, theirs`} text={theirs} />
    </Both>
  )
}

const Version = ({ label, text }: { label: string; text: string }) => (
  <figure>
    <figcaption>{label}</figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be within the keyboard's reach */}
    <pre tabIndex={0}>{text}</pre>
  </figure>
)

const s = scoped('stale-notice')
/** Higher than a small screen: it is read from its beginning. */
const Top = s('div')`
  scroll-margin-top: 20px;
`
const Same = s('p')`
  margin-top: 12px;
`
const Small = s('p')`
  margin-top: 10px;
  color: var(--text-2);
  font-size: var(--t-small);
`
const Both = s('div')`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 12px;
  margin-top: 12px;
  & > figure { min-width: 0; margin: 0; }
  & figcaption { font-size: var(--t-small); font-weight: 600; }
  & pre {
    max-height: 180px;
    margin: 4px 0 0;
    padding: 8px 10px;
    overflow: auto;
    border-radius: var(--r-sm);
    background: var(--bg);
    font: 400 0.875rem / 1.5 ui-monospace, 'DejaVu Sans Mono', monospace;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  ${media.phone} { grid-template-columns: minmax(0, 1fr); }
`
const Ways = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin-top: 16px;
`
