import { Button } from '#client/ui/base/button.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'

const s = createStyled('admin-list')
export const Part = s('section')`
  outline: none;
  & > * + * { margin-top: 12px; }
  & > button { margin-top: 20px; }
`
export const Line = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 20px;
  min-height: 44px;
  margin-top: 18px;
  color: var(--text-2);
  & > p { margin-right: auto; }
`
export const Clear = s(Button)`
  margin-top: 14px;
`
export const Table = s('table')`
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  ${media.compact} { display: block; }
`
export const Titles = s('thead')`
  & th {
    padding: 14px 16px;
    color: var(--text-2);
    font-size: var(--t-micro);
    font-weight: 640;
    text-align: left;
  }
  ${media.compact} { display: none; }
`
export const Body = s('tbody')`
  ${media.compact} { display: block; }
`
/** A list whose items have a heading, a line about it and a button, as those of the trash. */
export const Items = s('ul')`
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
`
export const Item = s('li')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px 24px;
  padding: 16px 20px;
  & + & { border-top: 1px solid var(--line); }
  & > div { min-width: 0; overflow-wrap: anywhere; }
  & h2 { font: 640 1.0625rem/1.35 var(--f-body); letter-spacing: 0; }
  & h2 > a { color: inherit; }
  & p { margin-top: 4px; color: var(--text-2); font-size: var(--t-small); }
  & strong { color: var(--warning); }
  & > button { flex: none; }
  ${media.phone} { flex-direction: column; align-items: start; }
`
