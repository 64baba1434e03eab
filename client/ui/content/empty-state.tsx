import type { ReactNode } from 'react'
import { createStyled } from '#client/ui/base/styles.ts'

const s = createStyled('empty-state')
const EmptyMessage = s('div')`
  display: grid;
  justify-items: center;
  gap: 4px;
  padding: 28px;
  border: 1.5px dashed var(--line-strong);
  border-radius: 16px;
  text-align: center;
`
const Title = s('p')`
  font: 620 1.25rem / 1.3 var(--f-display);
`
const Text = s('div')`
  color: var(--text-2);
`
const Pallet = s('svg')`
  margin: 44px 0 14px;
`

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <EmptyMessage>
      <Pallet width="126" height="13" aria-hidden="true">
        <use href="#pallet" />
      </Pallet>
      <Title>{title}</Title>
      {children && <Text>{children}</Text>}
    </EmptyMessage>
  )
}
