import type { Ref } from 'react'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { editions } from '#contract/editions.ts'
import { type Feature, type FeatureGroup, featureGroups } from './features.ts'
import {
  cellBorder,
  cellPadding,
  columnEdges,
  emphasizedColumn,
  HeadRow,
  NoteHead,
  PlanHead,
  useStickyHeader,
} from './plan-head.tsx'
import { inColumn, Mark, type Offers, SizeText } from './price.tsx'

/** The chart on wide screens, with headers that stick below the toolbar. `labelledBy` is the id of its heading. */
export function EditionTable({ plans, monthly, labelledBy }: Offers & { labelledBy: string }) {
  const { sentinelRef, headerRef, stuck, height } = useStickyHeader()
  return (
    <Table aria-labelledby={labelledBy}>
      <colgroup>
        <LabelColumn />
        <col span={editions.length} />
      </colgroup>
      <thead>
        <HeadRow ref={headerRef} $height={height}>
          <NoteHead monthly={monthly} stuck={stuck} />
          {editions.map((edition, index) => (
            <PlanHead key={edition.plan} plan={plans[index]} {...{ edition, monthly, stuck }} />
          ))}
        </HeadRow>
      </thead>
      <Sizes top={sentinelRef} />
      {featureGroups.map((group) => (
        <Group key={group.title} {...group} />
      ))}
    </Table>
  )
}

const sizes = [
  ['Number of users', 'users'],
  ['Clients per user', 'clients'],
  ['File storage per user', 'storage'],
] as const

const Sizes = ({ top }: { top: Ref<HTMLSpanElement> }) => (
  <Rows>
    {sizes.map(([label, key], index) => (
      <tr key={key}>
        <RowHead scope="row">
          {index === 0 && <RowTop ref={top} />}
          <span>{label}</span>
        </RowHead>
        {editions.map((edition) => (
          <Cell key={edition.plan} {...inColumn(edition)}>
            <SizeText size={edition[key]} />
          </Cell>
        ))}
      </tr>
    ))}
  </Rows>
)

const Group = ({ title, inclusion, features }: FeatureGroup) => (
  <Rows>
    <tr>
      <GroupHead scope="rowgroup">{title}</GroupHead>
      {editions.map((edition) => (
        <Cell key={edition.plan} {...inColumn(edition)} />
      ))}
    </tr>
    {features.map((feature) => (
      <tr key={feature.name}>
        <FeatureHead {...feature} />
        {editions.map((edition) => (
          <Cell key={edition.plan} {...inColumn(edition)}>
            <Mark inclusion={inclusion} />
          </Cell>
        ))}
      </tr>
    ))}
  </Rows>
)

const FeatureHead = ({ name, soon }: Feature) => (
  <RowHead scope="row">
    <span>{name}</span>
    {soon && (
      <>
        {' '}
        <Soon>Coming soon</Soon>
      </>
    )}
  </RowHead>
)

const s = createStyled('edition-table')
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
export const RowTop = s('span')`
  position: absolute;
  top: calc(-1 * var(--toolbar));
`
export const Rows = s('tbody')`
  & > tr:hover > :not([scope='rowgroup'], [scope='rowgroup'] ~ *, [data-emphasized]) {
    background: color-mix(in srgb, var(--surface-2) 60%, transparent);
  }
  &:last-child > tr:last-child > [data-emphasized] {
    border-radius: 0 0 14px 14px;
    box-shadow: ${columnEdges}, inset 0 -2px 0 var(--primary);
  }
`
export const RowHead = s('th')`
  position: relative;
  padding: 15px 22px 15px 0;
  ${cellBorder}
  font-weight: 560;
`
export const Cell = s('td')`
  padding-block: 15px;
  ${cellPadding}
  ${cellBorder}
  font-weight: 600;
  &[data-emphasized] { ${emphasizedColumn} }
`
export const GroupHead = s('th')`
  padding: 34px 0 12px;
  ${cellBorder}
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
