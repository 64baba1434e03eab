import { createStyled, media } from '#client/ui/base/styles.ts'

const s = createStyled('editor-dialogs')

export const Preview = s('img')`
  max-height: 220px;
  border-radius: var(--r-md);
`
export const Suggestions = s('ul')`
  display: grid;
  margin-top: 6px;
  border-radius: var(--r-md);
  box-shadow: 0 0 0 1px var(--line);
  overflow: hidden;
  &:empty { display: none; }
  & > li { padding: 10px 14px; min-height: 44px; cursor: pointer; }
  & > li[aria-selected='true'], & > li:hover { background: var(--primary-soft); }
  & span { display: block; color: var(--text-3); font-size: var(--t-small); overflow-wrap: anywhere; }
`
export const SearchRow = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 8px;
  padding: 10px 12px;
  border-bottom: 1px solid var(--line);
  background: var(--surface-2);
  & label { display: grid; gap: 3px; flex: 1 1 180px; font-size: var(--t-small); font-weight: 600; }
  & label > input {
    width: 100%;
    min-height: 44px;
    padding: 6px 12px;
    border: 1.5px solid var(--line-strong);
    border-radius: var(--r-md);
    background: var(--bg);
  }
  & > p { align-self: center; min-width: 90px; color: var(--text-2); font-size: var(--t-small); font-variant-numeric: tabular-nums; }
  /* Three rows: the fields and the button that closes, the other buttons, the number of matches. The text needs the room. */
  ${media.phone} {
    gap: 4px;
    padding: 6px 8px;
    & > label { flex-basis: 130px; }
    & > label > input { padding-inline: 8px; }
    & > :last-child { order: -1; }
    & > label { order: -2; }
    & > button:not(:last-child) { flex: 1 1 auto; padding-inline: 6px; }
    & > p { order: 1; flex-basis: 100%; padding-left: 6px; }
  }
`
