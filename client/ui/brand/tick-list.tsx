import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'

export const TickList = ({ items, className }: { items: readonly string[]; className?: string }) => (
  <List className={className}>
    {items.map((item) => (
      <li key={item}>
        <Icon name="check" bold />
        <span>{item}</span>
      </li>
    ))}
  </List>
)

const s = createStyled('tick-list')
const List = s('ul')`
  display: grid;
  gap: 14px;
  font-size: 1.125rem;
  line-height: 1.45;
  & li { display: flex; gap: 14px; align-items: flex-start; text-wrap: balance; }
  & svg {
    box-sizing: content-box;
    padding: 4px;
    border-radius: 7px;
    background: var(--primary-soft);
    color: var(--primary-ink);
  }
`
