/** The boxes of the comparison chart below its head, as the design draws them. */
import { createStyled } from '#client/ui/create-styled.ts'
import { media } from '#client/ui/media.ts'
import { column, gap, line, sides } from './column.styles.ts'

const s = createStyled('table-boxes')

export const Table = s('table')`
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  table-layout: fixed;
  font-variant-numeric: tabular-nums;
  text-align: left;
`
export const LabelColumn = s('col')`
  width: 27%;
  ${media.hero} { width: 24%; }
`

/** The very top of a row. */
export const RowTop = s('span')`
  position: absolute;
  top: 0;
`

/** One part of the features; the last one ends the emphasized column. */
export const Rows = s('tbody')`
  & > tr:hover > :not([scope='rowgroup'], [scope='rowgroup'] ~ *, [data-emphasized]) {
    background: color-mix(in srgb, var(--surface-2) 60%, transparent);
  }
  &:last-child > tr:last-child > [data-emphasized] {
    border-radius: 0 0 14px 14px;
    box-shadow: ${sides}, inset 0 -2px 0 var(--primary);
  }
`
export const RowHead = s('th')`
  position: relative;
  padding: 15px 22px 15px 0;
  ${line}
  font-weight: 560;
`
export const Cell = s('td')`
  padding-block: 15px;
  ${gap}
  ${line}
  font-weight: 600;
  &[data-emphasized] { ${column} }
`
export const GroupHead = s('th')`
  padding: 34px 0 12px;
  ${line}
  font: 620 1.25rem/1.2 var(--f-display);
`
export const Soon = s('span')`
  display: inline-block;
  margin-left: 6px;
  padding: 5px 8px;
  border-radius: var(--r-pill);
  background: var(--warning-soft);
  color: var(--warning);
  font-size: var(--t-micro);
  font-weight: 640;
  line-height: 1;
`
