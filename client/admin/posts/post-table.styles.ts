import { TextButton } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'

/** Below this width of the list, the table's rows are cards: beside the panels it is narrower than the window. */
const cards = '@container (max-width: 820px)'

const s = createStyled('admin-post-table')
export const Frame = s('div')`
  container-type: inline-size;
  margin-top: 4px;
`
export const Table = s('table')`
  width: 100%;
  table-layout: fixed;
  border-collapse: separate;
  border-spacing: 0;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  ${cards} { display: block; }
`
export const Titles = s('thead')`
  & th {
    padding: 0 8px;
    height: 44px;
    color: var(--text-2);
    font-size: var(--t-micro);
    font-weight: 640;
    text-align: left;
  }
  & :is(td, th) { width: 104px; }
  & td { width: 54px; }
  & th:first-of-type { width: auto; }
  & th:nth-of-type(3) { width: 116px; }
  & th:last-of-type { width: 76px; padding-right: 16px; text-align: right; }
  ${cards} { display: none; }
`
export const Body = s('tbody')`
  ${cards} { display: block; }
`
export const Row = s('tr')`
  &[aria-selected='true'] { background: var(--primary-soft); }
  ${cards} {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
    padding: 16px 16px 16px 58px;
    border-top: 1px solid var(--line);
    &:first-child { border-top: 0; }
  }
`
export const Cell = s('td')`
  padding: 16px 8px;
  border-top: 1px solid var(--line);
  color: var(--text-2);
  font-size: var(--t-small);
  text-align: left;
  vertical-align: top;
  overflow-wrap: anywhere;
  & > time { white-space: nowrap; }
  ${cards} {
    padding: 0;
    border: 0;
    &:empty { display: none; }
  }
`
export const Mark = s(Cell)`
  padding: 14px 0 14px 16px;
  & > div { gap: 0; }
  ${cards} { position: absolute; top: 14px; left: 16px; padding: 0; }
`
export const Title = s(Cell).attrs({ as: 'th' })`
  color: var(--text);
  font-size: 1rem;
  font-weight: 640;
  & > a { color: inherit; text-decoration: none; }
  & > a:hover {
    text-decoration-line: underline;
    text-decoration-thickness: 1.5px;
    text-underline-offset: 4px;
  }
  ${cards} { flex: 1 0 100%; }
`
export const SortButton = s('button').attrs({ type: 'button' })`
  min-height: 44px;
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  text-align: left;
  white-space: nowrap;
  cursor: pointer;
  &:hover { color: var(--text); text-decoration: underline; }
`
/** Decorative; it keeps its room, so that titles are in one line with each other. */
export const Picture = s('span')`
  float: left;
  width: 64px;
  height: 40px;
  margin: 2px 12px 4px 0;
  overflow: hidden;
  border-radius: var(--r-sm);
  background: var(--surface-2);
  & > img { width: 100%; height: 100%; object-fit: cover; }
`
export const Tags = s('span')`
  display: block;
  color: var(--text-3);
  font-size: 0.875rem;
`
export const Updated = s(Cell)`
  ${cards} { &:not(:empty)::before { content: 'Updated '; } }
`
export const Words = s(Cell)`
  padding-right: 16px;
  text-align: right;
  font-variant-numeric: tabular-nums;
  ${cards} { &:not(:empty)::after { content: ' ' attr(data-unit); } }
`
export const State = s(Cell)`
  & > span { line-height: 1.25; }
  /* A date takes some lines. */
  & > * { padding-inline: 8px; border-radius: var(--r-md); overflow-wrap: normal; }
`
export const Actions = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 0 12px;
  clear: left;
  margin-bottom: -12px;
  font-size: 0.875rem;
  ${cards} { margin-bottom: 0; }
`
export const Danger = s(TextButton)`
  color: var(--danger);
`
export const Bar = s('div')`
  position: sticky;
  top: 8px;
  z-index: 40;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 16px;
  min-height: 62px;
  margin-top: 4px;
  padding: 6px 12px 6px 16px;
  border-radius: var(--r-md);
  background: var(--bg);
  & > [role='status'] { margin-right: auto; color: var(--text-2); }
  & select { min-width: 190px; }
  & input:indeterminate { border-color: var(--primary); background: var(--primary-soft); }
`
