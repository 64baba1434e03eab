import { keyframes } from 'styled-components'
import { createStyled } from '#client/ui/create-styled.ts'
import { media } from '#client/ui/media.ts'

const s = createStyled('dialog')
const rise = keyframes`from { opacity: 0; transform: translateY(12px); }`

export const Sheet = s('dialog')<{ $wide: boolean }>`
  --control: var(--bg);
  width: min(${({ $wide }) => ($wide ? 1120 : 800)}px, 100% - 48px);
  max-width: none;
  max-height: calc(100dvh - 48px);
  padding: 0;
  overflow: hidden;
  border: 0;
  border-radius: var(--r-xl);
  background: var(--surface);
  color: var(--text);
  box-shadow: 0 0 0 1px var(--line), var(--shadow-3);
  &[open] { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; animation: ${rise} var(--slow) var(--out); }
  &::backdrop { background: var(--scrim); backdrop-filter: blur(3px); }
  ${media.narrow} {
    width: 100%;
    max-height: 94dvh;
    margin: auto 0 0;
    border-radius: var(--r-xl) var(--r-xl) 0 0;
  }
`
export const Head = s('div')`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  padding: 20px 20px 16px 32px;
  border-bottom: 1px solid var(--line);
  & > h2 { font-size: 1.5rem; }
  ${media.narrow} { padding-left: 20px; }
`
export const Text = s('div')`
  padding: 26px 32px;
  overflow: auto;
  overscroll-behavior: contain;
  &:focus-visible { outline-offset: -3px; }
  ${media.narrow} { padding: 20px; }
`
export const Foot = s('div')`
  display: flex;
  justify-content: flex-end;
  gap: 12px;
  padding: 16px 32px;
  border-top: 1px solid var(--line);
  background: var(--surface-2);
  ${media.narrow} {
    padding: 14px 20px;
    & > * { flex: 1; }
  }
`
