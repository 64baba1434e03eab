import { useMemo } from 'react'
import { createStyled } from '#client/ui/create-styled.ts'
import { textDiff } from './text-diff.ts'

/** A text with what changed in it since `before`: struck out what is gone, underlined what is new. */
export function DiffText({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => textDiff(before, after), [before, after])
  return parts.map(({ kind, text }, at) => {
    const key = `${at}${kind}`
    if (kind === 'gone') return <Gone key={key}>{text}</Gone>
    return kind === 'new' ? <New key={key}>{text}</New> : <span key={key}>{text}</span>
  })
}

const s = createStyled('diff-text')
/** Screen readers do not say that a text is struck out or underlined. Placed within its word: it must not make the page longer. */
const visuallyHidden = `position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;`
export const Gone = s('del')`
  position: relative;
  border-radius: 3px;
  background: var(--danger-soft);
  text-decoration: line-through;
  &::before { content: ' [removed: '; ${visuallyHidden} }
  &::after { content: '] '; ${visuallyHidden} }
`
export const New = s('ins')`
  position: relative;
  del + & { margin-left: 3px; }
  border-radius: 3px;
  background: var(--success-soft);
  font-weight: 650;
  text-decoration: underline 2px;
  text-underline-offset: 3px;
  &::before { content: ' [added: '; ${visuallyHidden} }
  &::after { content: '] '; ${visuallyHidden} }
`
