import { type ComponentProps, type ReactNode, useId } from 'react'
import { createStyled } from '#client/ui/base/styles.ts'

type Checkbox = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  /** The label may contain links. */
  children: ReactNode
  invalid?: boolean
}

export function Checkbox({ children, invalid = false, id, ...rest }: Checkbox) {
  const ownId = useId()
  return (
    <CheckboxAndText>
      <CheckboxInput type="checkbox" id={id ?? ownId} aria-invalid={invalid || undefined} {...rest} />
      <label htmlFor={id ?? ownId}>{children}</label>
    </CheckboxAndText>
  )
}

type Switch = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }

export function Switch({ checked, onChange, children }: Switch) {
  return (
    <SwitchRow type="button" role="switch" aria-checked={checked} onClick={() => onChange(!checked)}>
      <Track $on={checked} />
      {children}
    </SwitchRow>
  )
}

const s = createStyled('checkbox')
const CheckboxAndText = s('div')`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: 14px;
  align-items: start;
  font-weight: 500;
`
const CheckboxInput = s('input')`
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
const SwitchRow = s('button')`
  display: inline-flex;
  align-items: center;
  gap: 14px;
  min-height: 44px;
  padding: 0;
  border: 0;
  background: none;
  font-weight: 600;
  cursor: pointer;
`
const Track = s('span')<{ $on: boolean }>`
  flex: none;
  width: 56px;
  height: 32px;
  padding: 5px;
  border-radius: var(--r-pill);
  background: ${({ $on }) => ($on ? 'var(--primary)' : 'var(--surface-3)')};
  box-shadow: ${({ $on }) => ($on ? 'none' : 'inset 0 0 0 2px var(--line-strong)')};
  &::after {
    content: '';
    display: block;
    width: 22px;
    height: 22px;
    border-radius: 50%;
    background: ${({ $on }) => ($on ? 'var(--on-primary)' : 'var(--text)')};
    transform: translateX(${({ $on }) => ($on ? '24px' : '0')});
    transition: transform var(--base) var(--out);
  }
`
