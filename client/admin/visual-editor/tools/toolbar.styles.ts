import { css } from 'styled-components'
import { createStyled, media } from '#client/ui/base/styles.ts'

const s = createStyled('editor-toolbar')

/** Wraps on wide windows; on phones it is one line that scrolls sideways. */
export const Bar = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px;
  padding: 6px 8px;
  border-bottom: 1px solid var(--line);
  border-radius: var(--r-lg) var(--r-lg) 0 0;
  background: var(--surface);
  ${media.narrow} {
    flex-wrap: nowrap;
    overflow-x: auto;
    scrollbar-width: none;
    /* The shade at an edge says that there is more behind it; it moves away with the content where there is not. */
    background:
      linear-gradient(90deg, var(--surface) 30%, transparent) left / 40px 100% no-repeat local,
      linear-gradient(270deg, var(--surface) 30%, transparent) right / 40px 100% no-repeat local,
      linear-gradient(90deg, var(--line), transparent) left / 12px 100% no-repeat scroll,
      linear-gradient(270deg, var(--line), transparent) right / 12px 100% no-repeat scroll,
      var(--surface);
  }
`
export const Group = s('div')`
  display: flex;
  flex: none;
  padding-left: 4px;
  border-left: 1px solid var(--line);
`
const control = css`
  flex: none;
  min-height: 44px;
  border: 0;
  border-radius: var(--r-md);
  background: none;
  color: var(--text-2);
  cursor: pointer;
  &:hover { background: var(--surface-2); color: var(--text); }
  &:focus-visible { outline-offset: -3px; }
  &[aria-pressed='true'] { background: var(--primary-soft); color: var(--primary-ink); }
  &[aria-disabled='true'] { background: none; color: var(--text-3); opacity: 0.55; cursor: default; }
`
export const ToolButton = s('button')`
  ${control}
  display: grid;
  place-items: center;
  align-content: center;
  min-width: 42px;
  padding: 0;
  /* Browsers show the title to a mouse only: fingers see the name, the keyboard name and shortcut. */
  @media (hover: none) {
    gap: 2px;
    padding: 4px 6px;
    &::after { content: attr(aria-label); font-size: 0.75rem; line-height: 1.2; white-space: nowrap; }
  }
  @media (hover: hover) and (min-width: 761px) {
    position: relative;
    &:focus-visible::after {
      content: attr(title);
      position: absolute;
      top: calc(100% + 6px);
      left: 0;
      z-index: 20;
      padding: 4px 10px;
      border-radius: var(--r-sm);
      background: var(--text);
      color: var(--bg);
      font-size: var(--t-small);
      white-space: nowrap;
      pointer-events: none;
    }
  }
`
export const TextToolButton = s('button')`
  ${control}
  padding: 0 12px;
  font-size: 0.9375rem;
  font-weight: 600;
  white-space: nowrap;
`
export const BlockSelect = s('select')`
  ${control}
  padding: 0 8px;
  background: var(--surface);
  color: var(--text);
  font-size: 0.9375rem;
  font-weight: 600;
`
