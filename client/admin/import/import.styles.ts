import { createStyled, media } from '#client/ui/base/styles.ts'

const s = createStyled('admin-import')
export const Steps = s('div')`
  max-width: 860px;
  overflow-wrap: anywhere;
  & > section { position: relative; display: grid; gap: 20px; outline: none; }
  & > * + * { margin-top: 20px; }
`
export const Form = s('form')`
  display: grid;
  gap: 22px;
  padding: 22px 22px 24px;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
`
export const Note = s('p')`
  color: var(--text-2);
`
export const Heading = s('h2')`
  font-size: 1.375rem;
`
export const Actions = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  ${media.phone} { & > * { flex: 1 1 auto; } }
`
export const ProgressBox = s('div')`
  position: relative;
  display: grid;
  gap: 10px;
  padding: 22px;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  & > p:first-child { display: flex; justify-content: space-between; gap: 16px; }
  & > p > span { flex: none; font-variant-numeric: tabular-nums; }
  & > progress { width: 100%; height: 14px; accent-color: var(--primary); }
`
export const CountList = s('dl')`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 12px;
  ${media.phone} { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  & > div {
    display: grid;
    padding: 14px 18px;
    border-radius: var(--r-md);
    background: var(--surface);
    box-shadow: 0 0 0 1px var(--line);
  }
  & dt { color: var(--text-2); font-size: var(--t-small); }
  & dd { margin: 0; font: 640 1.75rem / 1.2 var(--f-display); font-variant-numeric: tabular-nums; }
`
export const Facts = s('ul')`
  display: grid;
  gap: 4px;
  padding-left: 20px;
  list-style: disc;
`
export const Part = s('section')`
  display: grid;
  gap: 8px;
  & > h2 { font-size: 1.25rem; }
  & > ul { display: grid; gap: 4px; }
  & a { display: inline-block; padding-block: 10px; color: var(--primary-ink); font-weight: 640; }
`
export const Group = s('details')`
  padding: 2px 16px;
  border-radius: var(--r-md);
  background: var(--surface-2);
  p& { padding-block: 10px; }
  & > summary { padding-block: 10px; cursor: pointer; }
  & > ul { display: grid; gap: 4px; padding: 4px 0 14px 20px; color: var(--text-2); list-style: disc; }
`
