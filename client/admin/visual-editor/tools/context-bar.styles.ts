import { createStyled, media } from '#client/ui/base/styles.ts'

const s = createStyled('editor-context')

export const ContextRow = s('div')`
  position: sticky;
  bottom: 0;
  z-index: 10;
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  padding: 6px 8px;
  border-top: 1px solid var(--line);
  background: var(--surface-2);
  ${media.narrow} {
    flex-wrap: nowrap;
    overflow-x: auto;
    scrollbar-width: none;
  }
`
export const LanguageInput = s('label')`
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 0 8px;
  font-size: 0.9375rem;
  font-weight: 600;
  & > input {
    min-height: 44px;
    padding: 4px 10px;
    border: 1.5px solid var(--line-strong);
    border-radius: var(--r-md);
    background: var(--bg);
  }
`
