/** The boxes of the chart's head row, as the design draws them: at rest, and low while it sticks below the toolbar. */
import { css } from 'styled-components'
import { createStyled } from '#client/ui/create-styled.ts'
import { column, gap, line } from './column.styles.ts'
import { LOW_HEAD_PX, TOOLBAR_HEIGHT_PX } from './use-sticky-header.ts'

type Stuck = { $stuck: boolean }

const s = createStyled('head-boxes')

export const HeadRow = s('tr')<{ $height: number | undefined }>`
  ${({ $height }) => $height !== undefined && `height: ${$height}px;`}
`
/** Stuck, the cells are as high as ever but seen through: what they hold is low and has the face. */
const headCell = css<Stuck>`
  position: sticky;
  top: ${TOOLBAR_HEIGHT_PX}px;
  z-index: 50;
  padding: 0;
  font-weight: inherit;
  vertical-align: top;
  ${({ $stuck }) => ($stuck ? 'pointer-events: none;' : face)}
  @media (scripting: none) { top: 0; }
`
const face = css<Stuck>`
  ${line}
  background: var(--bg);
  [data-emphasized] & , &[data-emphasized] {
    ${column}
    border-top: 6px solid var(--primary);
    ${({ $stuck }) => !$stuck && 'border-radius: 14px 14px 0 0;'}
  }
`
export const Corner = s('td')<Stuck>`${headCell}`
export const PlanCell = s('th')<Stuck>`${headCell}`

/** The 6 px above the emphasized column are border. */
export const Inside = s('div')<Stuck>`
  padding-block: 26px 24px;
  ${gap}
  [data-emphasized] > & { padding-top: 20px; }
  ${Corner} > & { padding-left: 0; }
  & > a { margin-top: 16px; padding-inline: 10px; }
  ${({ $stuck }) => $stuck && lowInside}
`
/** Just a name, a price and a button, alike in all columns. */
const lowInside = css<Stuck>`
  height: calc(${LOW_HEAD_PX}px + 3.4 * (1rem - 16px));
  padding-block: 14px 16px;
  [data-emphasized] > & { padding-top: 8px; }
  pointer-events: auto;
  ${face}
  & > a { margin-top: 10px; }
`
/** What stuck heads leave out: the unit lines, and the note beside them. */
const unlessStuck = css<Stuck>`
  display: ${({ $stuck }) => ($stuck ? 'none' : 'block')};
  color: var(--text-2);
`
export const Units = s('span')<Stuck>`
  ${unlessStuck}
  min-height: 2.9em;
  font-size: 0.875rem;
  line-height: 1.45;
  text-wrap: balance;
`
export const Note = s('span')<Stuck>`
  ${unlessStuck}
  font-size: 0.9375rem;
`
export const EditionName = s('span')`
  display: block;
  font: 620 1.375rem/1.2 var(--f-display);
`
export const Amount = s('span')<Stuck>`
  display: block;
  margin: ${({ $stuck }) => ($stuck ? '4px 0 0' : '12px 0 2px')};
  font: 620 ${({ $stuck }) => ($stuck ? '1.75rem' : '2.625rem')}/1 var(--f-display);
  letter-spacing: -0.02em;
`
export const Dollar = s('span')<Stuck>`
  margin-right: 4px;
  font-size: 1.25rem;
  font-weight: 400;
  line-height: 0;
  vertical-align: ${({ $stuck }) => ($stuck ? '0.1em' : '0.7em')};
`
