import { createStyled, media } from '#client/ui/base/styles.ts'

const s = createStyled('admin-codes')
export const Text = s('p')`
  max-width: 640px;
  color: var(--text-2);
`
export const Steps = s('div')`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 20px 28px;
  align-items: start;
  max-width: 720px;
  ${media.phone} { grid-template-columns: minmax(0, 1fr); }
`
/** White in both themes: cameras expect a dark code on a light ground. */
export const Picture = s('svg')`
  display: block;
  max-width: 100%;
  height: auto;
  border-radius: var(--r-md);
  background: white;
  box-shadow: 0 0 0 1px var(--line);
`
export const Key = s('div')`
  display: grid;
  gap: 10px;
  justify-items: start;
  & > p { color: var(--text-2); }
  & code {
    color: var(--text);
    font: 400 1rem / 1.7 ui-monospace, 'DejaVu Sans Mono', monospace;
    overflow-wrap: anywhere;
  }
`
export const Codes = s('ul')`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 270px), 1fr));
  gap: 4px 24px;
  max-width: 640px;
  margin: 0;
  padding: 14px 18px;
  border-radius: var(--r-md);
  background: var(--bg);
  box-shadow: inset 0 0 0 1px var(--line);
  list-style: none;
  & code {
    font: 400 0.9375rem / 1.7 ui-monospace, 'DejaVu Sans Mono', monospace;
    overflow-wrap: anywhere;
  }
`
export const Buttons = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
`
