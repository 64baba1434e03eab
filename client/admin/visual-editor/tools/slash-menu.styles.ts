import { createStyled } from '#client/ui/base/styles.ts'

const s = createStyled('slash-menu')

export const Menu = s('ul')`
  position: absolute;
  z-index: 30;
  width: min(320px, 100% - 16px);
  max-height: 320px;
  padding: 6px;
  overflow-y: auto;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line-strong), var(--shadow-2);
  & > li {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 44px;
    padding: 4px 10px;
    border-radius: var(--r-md);
    color: var(--text);
    font-weight: 560;
    cursor: pointer;
  }
  & > li > svg { color: var(--text-2); }
  & > li:hover { background: var(--surface-2); }
  & > li[aria-selected='true'] { background: var(--primary-soft); color: var(--primary-ink); }
`
export const Shortcut = s('span')`
  margin-left: auto;
  color: var(--text-3);
  font-size: var(--t-micro);
  /* Phones have no such keys. */
  @media (pointer: coarse) { display: none; }
`
