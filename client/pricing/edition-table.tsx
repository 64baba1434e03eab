import type { Ref } from 'react'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { editions } from '#contract/editions.ts'
import { type Billing, useMonthly, usePeople } from './billing.ts'
import { featureTexts } from './feature-texts.ts'
import { type Feature, type FeatureGroup, featureGroups, includedFeatures, type Plugin, plugins } from './features.ts'
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
import { disclosure, Fitting, fitOf, Mark, nameWithNote, type Offers, SizeText, useColumn } from './price.tsx'

type EditionTableProps = Pick<Offers, 'plans'> & { billing: Billing; labelledBy: string }

/** The chart on wide screens, with headers that stick below the toolbar. `labelledBy` is the id of its heading. */
export default function EditionTable({ plans, billing, labelledBy }: EditionTableProps) {
  const monthly = useMonthly(billing)
  const fit = fitOf(usePeople(billing), plans, monthly)
  const { sentinelRef, headerRef, stuck, height } = useStickyHeader()
  return (
    <Fitting value={fit}>
      <Table aria-labelledby={labelledBy}>
        <colgroup>
          <LabelColumn />
          <col span={editions.length} />
        </colgroup>
        <thead>
          <HeadRow ref={headerRef} $height={height}>
            <NoteHead monthly={monthly} stuck={stuck} />
            {editions.map((edition, index) => (
              <PlanHead key={edition.plan} plan={plans[index]} edition={edition} monthly={monthly} stuck={stuck} />
            ))}
          </HeadRow>
        </thead>
        <Sizes top={sentinelRef} />
        {featureGroups.map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </Table>
    </Fitting>
  )
}

const sizes = [
  ['Number of users', 'users'],
  ['Clients per user', 'clients'],
  ['File storage per user', 'storage'],
] as const

const Sizes = ({ top }: { top: Ref<HTMLSpanElement> }) => {
  const column = useColumn()
  return (
    <Rows>
      {sizes.map(([label, key], index) => (
        <tr key={key}>
          <RowHead scope="row">
            {index === 0 && <RowTop ref={top} />}
            <span>{label}</span>
          </RowHead>
          {editions.map((edition) => (
            <Cell key={edition.plan} {...column(edition)}>
              <SizeText size={edition[key]} />
            </Cell>
          ))}
        </tr>
      ))}
      <tr>
        <Disclosing>
          <More open suppressHydrationWarning>
            <summary>All {includedFeatures.length + plugins.length} features</summary>
          </More>
        </Disclosing>
        {editions.map((edition) => (
          <Cell key={edition.plan} {...column(edition)} />
        ))}
      </tr>
    </Rows>
  )
}

const Group = ({ title, inclusion, features }: FeatureGroup) => {
  const column = useColumn()
  return (
    <Rows data-features="">
      <tr>
        <GroupHead scope="rowgroup">{title}</GroupHead>
        {editions.map((edition) => (
          <Cell key={edition.plan} {...column(edition)} />
        ))}
      </tr>
      {features.map((feature) => (
        <tr key={feature.name}>
          <FeatureHead feature={feature} />
          {editions.map((edition) => (
            <Cell key={edition.plan} {...column(edition)}>
              <Mark inclusion={inclusion} soon={feature.soon} />
            </Cell>
          ))}
        </tr>
      ))}
    </Rows>
  )
}

/** The sentence is not a part of the name, which screen readers repeat in every cell. */
const FeatureHead = ({ feature }: { feature: Feature & Partial<Plugin> }) => (
  <RowHead scope="row" aria-label={nameWithNote(feature)}>
    <span>{nameWithNote(feature)}</span>
    <Sentence>{feature.text ?? featureTexts[feature.name]}</Sentence>
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
  &:has(details:not([open])) [data-features] { display: none; }
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
const Disclosing = s('td')`
  padding: 0 22px 0 0;
  ${cellBorder}
`
/** A disclosure in a row of the table, so that the rows that it shows have the headers of their columns. */
const More = s('details')`
  & > summary { padding-block: 16px; font-weight: 640; ${disclosure} }
  &[open] > summary::after { content: '–' / ''; }
`
const Sentence = s('span')`
  display: block;
  margin-top: 2px;
  color: var(--text-2);
  font-size: 0.875rem;
  font-weight: 400;
  line-height: 1.4;
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
