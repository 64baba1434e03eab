import { Icon } from '#client/ui/icon.tsx'
import { createStyled } from '#client/ui/styles.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import type { Inclusion } from '#contract/editions.ts'

const s = createStyled('mark')
/** Shapes differ, not only colors. */
const Shape = s('span')<{ $included: boolean }>`
  display: inline-grid;
  place-items: center;
  width: 30px;
  height: 30px;
  vertical-align: middle;
  ${({ $included }) =>
    $included
      ? 'border-radius: 8px; background: var(--primary-soft); color: var(--primary-ink);'
      : 'border-radius: 50%; background: var(--secondary-soft); color: var(--secondary-ink);'}
`
const Entries = s('ul')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 28px;
  font-size: 0.9375rem;
  font-weight: 600;
  & li { display: flex; gap: 10px; align-items: center; }
`

const Sign = ({ inclusion }: { inclusion: Inclusion }) => (
  <Shape $included={inclusion === 'Included'}>
    <Icon name={inclusion === 'Included' ? 'check' : 'plus'} size={18} bold={inclusion === 'Included'} />
  </Shape>
)

/** A cell of the chart: an icon with a text alternative. */
export const Mark = ({ inclusion }: { inclusion: Inclusion }) => (
  <>
    <Sign inclusion={inclusion} />
    <VisuallyHidden>{inclusion}</VisuallyHidden>
  </>
)

export const Legend = () => (
  <Entries aria-label="Legend">
    {(['Included', 'Additional Costs Apply'] as const).map((inclusion) => (
      <li key={inclusion}>
        <Sign inclusion={inclusion} />
        {inclusion}
      </li>
    ))}
  </Entries>
)
