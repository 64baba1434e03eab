import { keyframes } from 'styled-components'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { large, roomy, wide } from './sizes.ts'

const s = createStyled('board')

/** Text that is enlarged by the reader scrolls inside, so that the page does not move. */
export const Frame = s('section')`
  position: absolute;
  inset: 0;
  overflow: auto;
  border-radius: inherit;
  background: var(--surface-2);
  color: var(--text);
  font-variant-numeric: tabular-nums;
  text-align: left;
  container: board / size;
  &:focus { outline: 0; }
`
export const Layout = s('div')`
  display: grid;
  grid-template:
    'bar bar' auto
    'days days' auto
    'schedule schedule' auto
    'add add' auto
    'crates invoice' minmax(40px, 1fr) / minmax(0, 1fr) minmax(0, 1.3fr);
  gap: 4px 10px;
  min-height: 100%;
  padding: 4px 8px 6px;
  ${wide} {
    grid-template:
      'bar bar bar' auto
      'days days days' auto
      'schedule schedule schedule' auto
      'add crates invoice' minmax(110px, 1fr) / 216px minmax(0, 1fr) minmax(0, 1fr);
    gap: 0 24px;
    padding: 6px 16px 14px;
  }
`
export const Bar = s('div')`
  grid-area: bar;
  display: flex;
  align-items: center;
  gap: 4px;
  & > p { flex: 1; min-width: 0; font-size: 0.875rem; font-weight: 680; line-height: 1.2; }
  ${wide} { & > p { font: 620 1.25rem / 1.3 var(--f-display); } }
`
export const BarButton = s(Button).attrs({ variant: 'ghost', small: true })`
  min-height: 44px;
  padding: 8px 10px;
  font-size: 0.875rem;
  &&[aria-disabled='true'] { background: none; color: var(--text-3); }
`
/** The radio buttons are above the columns of the week. */
export const Days = s('fieldset')`
  grid-area: days;
  display: grid;
  grid-template-columns: repeat(7, 1fr);
  & > legend { position: absolute; clip-path: inset(50%); }
  & > label {
    position: relative;
    display: grid;
    place-items: center;
    min-height: 44px;
    margin-inline: 1.5px;
    border-radius: 8px;
    background: color-mix(in srgb, var(--day) 24%, var(--surface-2));
    color: var(--text);
    font-size: 0.8125rem;
    font-weight: 680;
    cursor: pointer;
  }
  & > label:has(:checked) { background: var(--day); color: var(--on-day); }
  & > label:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: 2px; }
  & input { position: absolute; inset: 0; margin: 0; opacity: 0; cursor: pointer; }
  ${wide} {
    padding-left: 216px;
    & > label { min-height: 36px; border-radius: 8px 8px 0 0; }
  }
  ${large} { & > label { min-height: 40px; font-size: 0.9375rem; } }
`
export const Schedule = s('table')`
  grid-area: schedule;
  width: 100%;
  border-collapse: collapse;
  & th[scope='row'] {
    padding: 0 8px 0 0;
    font-size: 0.875rem;
    font-weight: 640;
    line-height: 1.2;
    text-align: left;
  }
  & th > small { display: block; color: var(--text-2); font-size: 0.75rem; font-weight: 400; }
  & tbody > tr { height: 44px; border-bottom: 1px solid var(--line); }
  & td { padding: 0; }
  ${roomy} { & tbody > tr { height: 64px; } }
  ${wide} {
    table-layout: fixed;
    & thead th:first-child { width: 92px; }
    & thead th:nth-child(2) { width: 124px; }
  }
  ${large} {
    & tbody > tr { height: 52px; }
    & th[scope='row'] { font-size: 0.9375rem; }
  }
`
/** Its texts are for screen readers. It sets the widths of the columns. */
export const Head = s('thead')`
  & > tr > th { height: 0; padding: 0; }
`
const oneDay = `
  display: none;
  &[data-chosen] { display: table-cell; }
`
export const DayHead = s('th')`
  ${oneDay}
  ${wide} { display: table-cell; }
`
export const Cell = s('td')`
  ${oneDay}
  position: relative;
  font-size: 1.25rem;
  line-height: 1.1;
  text-align: right;
  white-space: nowrap;
  /* Below the number, which stays in its place when this appears. */
  tbody > tr > & { padding-bottom: 12px; }
  & > small { position: absolute; inset: calc(50% + 5px) 0 auto; color: var(--day-ink); font-size: 0.75rem; font-weight: 680; line-height: 1; }
  ${wide} {
    display: table-cell;
    color: var(--text-2);
    font-size: 1.125rem;
    text-align: center;
    &[data-chosen] { background: color-mix(in srgb, var(--day) 16%, transparent); color: var(--text); }
  }
  ${large} { font-size: 1.25rem; }
`
export const Foot = s('tfoot')`
  display: none;
  ${wide} {
    display: table-footer-group;
    & > tr { height: 32px; }
    & > tr > th, & > tr > td { color: var(--text-2); font-size: 0.875rem; font-weight: 640; }
    & [data-chosen] { border-radius: 0 0 8px 8px; }
  }
`
const bump = keyframes`40% { transform: scale(1.25); }`
export const Count = s('b')<{ $moves: boolean }>`
  display: inline-block;
  font-family: var(--f-display);
  font-weight: 640;
  animation: ${({ $moves }) => ($moves ? bump : 'none')} 420ms cubic-bezier(0.2, 0.7, 0.2, 1);
`
export const Stepper = s('div')`
  display: flex;
  width: 116px;
  & > * {
    height: 40px;
    padding: 0;
    border: 1.5px solid var(--line-strong);
    background: var(--surface);
    text-align: center;
  }
  & > button { width: 40px; font-size: 1.25rem; line-height: 1; cursor: pointer; }
  & > button:hover { background: var(--surface-3); }
  & > button:first-child { border-radius: 8px 0 0 8px; }
  & > button:last-child { border-radius: 0 8px 8px 0; }
  & > input {
    width: 36px;
    margin-inline: -1.5px;
    border-radius: 0;
    font-size: 1rem;
    font-weight: 640;
    appearance: textfield;
  }
  & > input::-webkit-inner-spin-button { display: none; }
  & > :focus-visible { z-index: 1; }
`
export const Add = s('div')`
  grid-area: add;
  ${wide} { padding-top: 12px; }
`
