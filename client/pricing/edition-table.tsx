import type { Ref } from 'react'
import { editions, type Feature, type FeatureGroup, featureGroups } from '#contract/editions.ts'
import { inColumn } from './emphasized.ts'
import { HeadRow } from './header.styles.ts'
import { Mark } from './mark.tsx'
import { NoteHead, PlanHead } from './plan-head.tsx'
import type { Offers } from './price.tsx'
import { Cell, GroupHead, LabelColumn, RowHead, Rows, RowTop, Soon, Table } from './table.styles.ts'
import { useStickyHeader } from './use-sticky-header.ts'

/** The chart on wide screens: heads that stick below the toolbar, sizes, and all features. `labelledBy` is the id of its heading. */
export function EditionTable({ plans, monthly, labelledBy }: Offers & { labelledBy: string }) {
  const { first, head, stuck, height } = useStickyHeader()
  return (
    <Table aria-labelledby={labelledBy}>
      <colgroup>
        <LabelColumn />
        <col span={editions.length} />
      </colgroup>
      <thead>
        <HeadRow ref={head} $height={height}>
          <NoteHead monthly={monthly} stuck={stuck} />
          {editions.map((edition, index) => (
            <PlanHead key={edition.plan} plan={plans[index]} {...{ edition, monthly, stuck }} />
          ))}
        </HeadRow>
      </thead>
      <Sizes top={first} />
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
          {label}
        </RowHead>
        {editions.map((edition) => (
          <Cell key={edition.plan} {...inColumn(edition)}>
            {edition[key]}
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
    {name}
    {soon && (
      <>
        {' '}
        <Soon>Coming soon</Soon>
      </>
    )}
  </RowHead>
)
