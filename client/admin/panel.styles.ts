import { createStyled } from '#client/ui/create-styled.ts'

const s = createStyled('admin-panel')

/** The boxes of a side panel. */
export const Panel = s('section')`
  padding: 22px 22px 24px;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  & + & { margin-top: 24px; }
`
export const Head = s('div')`
  display: flex;
  justify-content: space-between;
  align-items: center;
  margin-bottom: 12px;
  & > h2 { font-size: 1.25rem; }
`
export const Empty = s('p')`
  color: var(--text-2);
`
export const NameRow = s('li')`
  display: flex;
  justify-content: space-between;
  align-items: center;
  min-height: 46px;
  border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere;
  & > span { flex: 1; }
  & > button:last-child { margin-right: -10px; }
`
export const AddRow = s('form')`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 10px;
  align-items: end;
  margin-top: 18px;
  /* the label may stand over the button, too */
  & label { white-space: nowrap; }
`
