import { keyframes } from 'styled-components'
import { createStyled } from '#client/ui/base/styles.ts'
import { large, medium, tall, wide } from './sizes.ts'

const s = createStyled('board-stack')

const drop = keyframes`from { opacity: 0; transform: translateY(-90px); }`

export const Area = s('div')`
  grid-area: crates;
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  /* Room for the second line, so that nothing moves when it appears. */
  & > p { min-height: 2.7em; font-size: 0.8125rem; line-height: 1.35; color: var(--text-2); }
  & > p > strong { color: var(--text); }
  & > p > small { display: block; color: var(--day-ink); font-size: 0.75rem; font-weight: 640; }
  & > svg { display: none; flex: 1; width: 100%; min-height: 0; margin-top: 4px; contain: size; }
  ${medium} { & > svg { display: block; } }
  ${wide} { padding-top: 12px; }
  ${large} { & > p { font-size: 0.9375rem; } }
`
export const Crate = s('use')<{ $added: boolean }>`
  fill: ${({ $added }) => ($added ? 'var(--day)' : 'color-mix(in srgb, var(--day) 45%, var(--surface-3))')};
  animation: ${({ $added }) => ($added ? drop : 'none')} 420ms cubic-bezier(0.3, 1.25, 0.5, 1);
`
/** Paper looks the same in both themes. */
export const Paper = s('div')`
  grid-area: invoice;
  align-self: end;
  min-width: 0;
  padding: 6px 10px 10px;
  background: var(--paper);
  color: var(--paper-ink);
  font-size: 0.8125rem;
  line-height: 1.4;
  mask: radial-gradient(circle at 50% 100%, transparent 4px, black 4.5px) 50% 100% / 14px 100% repeat-x;
  ${wide} { padding: 10px 14px 14px; }
  ${large} { font-size: 0.9375rem; }
`
/** As high as three lines, so that the total stays in its place. */
export const Lines = s('ul')`
  display: none;
  min-height: 4.2em;
  color: var(--paper-muted);
  ${tall} { display: block; }
  ${wide} { display: block; }
`
export const Line = s('li')`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  column-gap: 8px;
`
const perforation = `
  margin-top: 4px;
  padding-top: 4px;
  border-top: 2px dashed color-mix(in srgb, var(--kraft) 60%, var(--paper));
`
export const Total = s(Line)`
  ${tall} { ${perforation} }
  ${wide} { ${perforation} }
`
