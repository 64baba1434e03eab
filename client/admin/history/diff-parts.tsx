import { Gone, New } from '#client/admin/conflicts/diff-text.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import type { DiffHunk, DiffPart } from '#contract/history.ts'

/** A text with what came and went in it. `apart`: the parts are items of a list. */
export function Parts({ parts, apart = false }: { parts: readonly DiffPart[]; apart?: boolean }) {
  return parts.map(({ kind, text }, at) => {
    const key = `${at}${kind}`
    const gap = apart && at > 0 ? ' ' : ''
    if (kind === 'removed') return [gap, <Gone key={key}>{text}</Gone>]
    if (kind === 'added') return [gap, <New key={key}>{text}</New>]
    return <span key={key}>{text}</span>
  })
}

/** The places where a text changed, with what is between them as a count. */
export function Hunks({ hunks }: { hunks: readonly DiffHunk[] }) {
  return hunks.map(({ skipped, parts }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the places of one version never change
    <div key={at}>
      {skipped > 0 && <Skipped>{skipped} lines as before</Skipped>}
      <Text>
        <Parts parts={parts} />
      </Text>
    </div>
  ))
}

const s = createStyled('history-diff')
const Skipped = s('p')`
  margin-bottom: 6px;
  color: var(--text-2);
  font-size: var(--t-small);
`
const Text = s('div')`
  padding: 12px 14px;
  border-radius: var(--r-sm);
  background: var(--bg);
  font: 400 0.9375rem / 1.6 ui-monospace, 'DejaVu Sans Mono', monospace;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`
