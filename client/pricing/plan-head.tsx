import { useEffect, useRef, useState } from 'react'
import { css } from 'styled-components'
import { createStyled } from '#client/ui/base/styles.ts'
import type { Edition } from '#contract/editions.ts'
import type { Plan } from '#contract/site.ts'
import { AskForPrice, amount, FitLine, HiddenWithoutScript, pricedPlan, TryLink, Unit, useColumn } from './price.tsx'

type HeadProps = { monthly: boolean; stuck: boolean }

export const NoteHead = ({ monthly, stuck }: HeadProps) => (
  <Corner $stuck={stuck}>
    <HeaderContent $stuck={stuck}>
      <Note $stuck={stuck}>
        Prices in USD.
        {!monthly && (
          <span>
            <br />
            Billed annually. <HiddenWithoutScript>Turn on “Show Monthly” for monthly billing.</HiddenWithoutScript>
          </span>
        )}
      </Note>
    </HeaderContent>
  </Corner>
)

type PlanHeadProps = HeadProps & { edition: Edition; plan: Plan | undefined }

/** The header of a column; `abbr` is what screen readers repeat with its cells. */
export function PlanHead({ edition, plan, monthly, stuck }: PlanHeadProps) {
  const column = useColumn()
  const priced = pricedPlan(plan)
  return (
    <PlanCell scope="col" abbr={edition.name} $stuck={stuck} {...column(edition)}>
      <HeaderContent $stuck={stuck}>
        <EditionName>{edition.name}</EditionName>
        {priced ? (
          <Amount $stuck={stuck}>
            <Dollar $stuck={stuck}>$</Dollar>
            <span>{amount(priced, monthly)}</span>
          </Amount>
        ) : (
          <div>
            <AskForPrice name={edition.name} plan={plan} />
          </div>
        )}
        <Units $stuck={stuck}>{priced && <Unit plan={priced} monthly={monthly} />}</Units>
        {!stuck && <FitLine edition={edition} />}
        <TryLink edition={edition} small />
      </HeaderContent>
    </PlanCell>
  )
}

/** Height of the stuck header at the default text size. */
export const COMPACT_HEADER_PX = 143
/**
 * Everything below the stuck header, so that only rows scrolled out at the top do not intersect. The sentinel is as much
 * higher than the first row as the toolbar is high.
 */
const BELOW_HEADER = `-${COMPACT_HEADER_PX}px 0px 1000000px`

/**
 * Whether the table's header is scrolled out so far that a stuck header covers less. `sentinelRef` belongs to an element above
 * the first row, `headerRef` to the header row. `height`, in px, is the height that the header row retains, so
 * that nothing below it jumps.
 */
export function useStickyHeader() {
  const sentinelRef = useRef<HTMLSpanElement>(null)
  const headerRef = useRef<HTMLTableRowElement>(null)
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const stuck = entries.at(-1)?.isIntersecting === false
        setHeight((before) => (stuck ? (before ?? headerRef.current?.getBoundingClientRect().height) : undefined))
      },
      { rootMargin: BELOW_HEADER },
    )
    if (sentinelRef.current) observer.observe(sentinelRef.current)
    return () => observer.disconnect()
  }, [])
  return { sentinelRef, headerRef, stuck: height !== undefined, height }
}

/** Styles that header and body of the chart share. `data-emphasized` marks the cells of one column. */

export const cellBorder = 'border-bottom: 1px solid var(--line);'
export const cellPadding = 'padding-inline: clamp(10px, 4vw - 28px, 22px);'
export const columnEdges = 'inset 2px 0 0 var(--primary), inset -2px 0 0 var(--primary)'
export const emphasizedColumn = `background: var(--surface); box-shadow: ${columnEdges};`

type Stuck = { $stuck: boolean }
/** A stuck header keeps its height but is transparent: only its low content has a background. */
const headCell = css<Stuck>`
  position: sticky;
  top: var(--toolbar);
  z-index: 50;
  padding: 0;
  font-weight: inherit;
  vertical-align: top;
  ${({ $stuck }) => ($stuck ? 'pointer-events: none;' : face)}
  @media (scripting: none) { top: 0; }
`
const face = css<Stuck>`
  ${cellBorder}
  background: var(--bg);
  [data-emphasized] & , &[data-emphasized] {
    ${emphasizedColumn}
    border-top: 6px solid var(--primary);
    ${({ $stuck }) => !$stuck && 'border-radius: 14px 14px 0 0;'}
  }
`
/** Stuck: name, price and button only, aligned in all columns. */
const compactContent = css<Stuck>`
  height: calc(${COMPACT_HEADER_PX}px + 3.4 * (1rem - 16px));
  padding-block: 14px 16px;
  [data-emphasized] > & { padding-top: 8px; }
  pointer-events: auto;
  ${face}
  & > a { margin-top: 10px; }
`
const unlessStuck = css<Stuck>`
  display: ${({ $stuck }) => ($stuck ? 'none' : 'block')};
  color: var(--text-2);
`

const s = createStyled('plan-head')
export const HeadRow = s('tr')<{ $height: number | undefined }>`
  ${({ $height }) => $height !== undefined && `height: ${$height}px;`}
`
export const Corner = s('td')<Stuck>`${headCell}`
export const PlanCell = s('th')<Stuck>`${headCell}`
/** The emphasized column has a 6 px border on top. */
export const HeaderContent = s('div')<Stuck>`
  padding-block: 26px 24px;
  ${cellPadding}
  [data-emphasized] > & { padding-top: 20px; }
  ${Corner} > & { padding-left: 0; }
  & > a { margin-top: 16px; padding-inline: 10px; }
  ${({ $stuck }) => $stuck && compactContent}
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
