import { createStyled } from '#client/ui/base/styles.ts'

const s = createStyled('source-editor')

export const Frame = s('div')`
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
`
export const Mount = s('div')`
  border-radius: var(--r-lg) var(--r-lg) 0 0;
  &:focus-within { outline: 3px solid var(--focus); outline-offset: -3px; }
`
export const Footer = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 20px;
  min-height: 52px;
  padding: 6px clamp(14px, 4%, 28px);
  border-top: 1px solid var(--line);
  color: var(--text-3);
  font-size: var(--t-small);
  font-variant-numeric: tabular-nums;
`
export const Hint = s('span')`
  margin-left: auto;
`
