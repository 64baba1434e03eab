import { useEffect } from 'react'
import { createStyled } from '#client/ui/base/styles.ts'
import { NOT_FOUND_FRAGMENT } from '#contract/paths.ts'

/**
 * Shown by the fragment of the URL, from the first paint on. It can be focused, so that the browser moves the focus to it and
 * screen readers read it once. The fragment is then removed: a reload shows the home page alone.
 */
export function NotFoundLine() {
  useEffect(() => {
    if (location.hash === `#${NOT_FOUND_FRAGMENT}`) history.replaceState(history.state, '', location.pathname)
  }, [])
  return (
    <Line id={NOT_FOUND_FRAGMENT} role="status" tabIndex={-1} data-nosnippet>
      We don’t have that page. Here is the home page.
    </Line>
  )
}

const s = createStyled('not-found-line')
/** The hero below leaves the room of the toolbar free, which is above the line. */
const Line = s('p')`
  margin-bottom: calc(20px - var(--toolbar));
  padding: calc(var(--toolbar) + 14px) var(--s-gutter) 14px;
  background: var(--warning-soft);
  text-align: center;
  &:not(:target) { display: none; }
  &:focus { outline: 0; }
`
