import { type ComponentProps, type ReactNode, useId } from 'react'
import { createStyled } from '#client/ui/styles.ts'

const s = createStyled('checkbox')
const Row = s('div')`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 14px;
  align-items: start;
  font-weight: 500;
`
const Box = s('input')`
  position: relative;
  width: 26px;
  height: 26px;
  margin: 0;
  border: 2px solid var(--line-strong);
  border-radius: 7px;
  background: var(--surface);
  appearance: none;
  cursor: pointer;
  /* 26 px visible, 44 px touch target */
  &::before { content: ''; position: absolute; inset: -11px; }
  &:hover { border-color: var(--text-2); }
  &:checked { border-color: var(--primary); background: var(--primary); }
  &:checked::after {
    content: '';
    position: absolute;
    left: 7px;
    top: 2px;
    width: 8px;
    height: 14px;
    border: solid var(--on-primary);
    border-width: 0 3px 3px 0;
    border-radius: 1px;
    transform: rotate(42deg);
  }
  &[aria-invalid='true'] { border-color: var(--danger); }
`

type Checkbox = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** The label may contain links. */
  children: ReactNode
  invalid?: boolean
}

export function Checkbox({ children, invalid = false, id, ...rest }: Checkbox) {
  const ownId = useId()
  return (
    <Row>
      <Box type="checkbox" id={id ?? ownId} aria-invalid={invalid || undefined} {...rest} />
      <label htmlFor={id ?? ownId}>{children}</label>
    </Row>
  )
}
