import { Container } from '#client/ui/base/layout.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'

const s = createStyled('admin')
export const Room = s(Container)`
  padding-block: 44px 80px;
`
export const Columns = s(Room)`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 340px;
  gap: 32px;
  align-items: start;
  ${media.singleColumn} { grid-template-columns: minmax(0, 1fr); }
`
/** Sticky: the action that failed may be far down the list. */
export const Above = s('div')`
  position: sticky;
  top: 12px;
  z-index: 50;
  grid-column: 1 / -1;
`
export const Heading = s('div')`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: center;
  gap: 20px;
  margin-bottom: 28px;
  & > h1 { font-size: min(2rem, 5.6vw); outline: none; }
  ${media.narrow} { & > button { width: 100%; } }
`
export const HeadingActions = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  ${media.narrow} { width: 100%; & > * { flex: 1 1 auto; } }
`
export const Panel = s('section')`
  padding: 22px 22px 24px;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  & + & { margin-top: 24px; }
`
/** A panel about something that needs attention. */
export const WarningPanel = s(Panel)`
  margin-bottom: 24px;
  overflow-wrap: anywhere;
  box-shadow: inset 4px 0 0 var(--warning), 0 0 0 1px var(--line);
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
export const TermRow = s('li')`
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
  /* the label may be wider than the input */
  & label { white-space: nowrap; }
`
