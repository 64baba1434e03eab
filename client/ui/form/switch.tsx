import type { ReactNode } from 'react'
import { createStyled } from '#client/ui/styles.ts'

const s = createStyled('switch')
const Row = s('button')`
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

type Switch = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }

export function Switch({ checked, onChange, children }: Switch) {
  return (
    <Row type="button" role="switch" aria-checked={checked} onClick={() => onChange(!checked)}>
      <Track $on={checked} />
      {children}
    </Row>
  )
}
