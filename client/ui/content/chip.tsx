import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { css } from 'styled-components'
import { Icon } from '#client/ui/icon.tsx'
import { createStyled } from '#client/ui/styles.ts'

const looks = {
  category: 'background: var(--secondary-soft); color: var(--secondary-ink);',
  tag: 'color: var(--text-2); box-shadow: inset 0 0 0 1px var(--line-strong);',
  selected: 'background: var(--primary-soft); color: var(--primary-ink);',
  available: 'background: var(--primary-soft); color: var(--primary-ink);',
  soon: 'background: var(--warning-soft); color: var(--warning);',
} as const
export type ChipKind = keyof typeof looks

const chipCss = css<{ $kind: ChipKind }>`
  display: inline-flex;
  align-items: center;
  gap: 7px;
  padding: 8px 11px;
  border-radius: var(--r-pill);
  font-size: var(--t-micro);
  font-weight: 640;
  line-height: 1;
  text-decoration: none;
  ${({ $kind }) => looks[$kind]}
`

type Chip = {
  kind: ChipKind
  children: ReactNode
  to?: string
  /** Adds a remove button; `removeLabel` describes it: "Remove Wholesale". */
  onRemove?: () => void
  removeLabel?: string
}

export function Chip({ kind, children, to, onRemove, removeLabel = 'Remove' }: Chip) {
  if (to !== undefined) {
    return (
      <Anchor to={to} $kind={kind}>
        {children}
      </Anchor>
    )
  }
  return (
    <Label $kind={kind}>
      {children}
      {onRemove && (
        <Remove type="button" aria-label={removeLabel} onClick={onRemove}>
          <Icon name="close" size={14} />
        </Remove>
      )}
    </Label>
  )
}

const s = createStyled('chip')
const Label = s('span')<{ $kind: ChipKind }>`${chipCss}`
/** Touch targets extend 4 px: chips are 8 px apart. */
const Anchor = s(Link)<{ $kind: ChipKind }>`
  ${chipCss}
  position: relative;
  &::after { content: ''; position: absolute; inset: -4px; }
  &:hover { text-decoration: underline; text-underline-offset: 3px; }
`
const Remove = s('button')`
  display: grid;
  place-items: center;
  width: 24px;
  height: 24px;
  margin: -7px -7px -7px -2px;
  padding: 0;
  border: 0;
  border-radius: 50%;
  background: none;
  cursor: pointer;
  &:hover { background: color-mix(in srgb, currentColor 18%, transparent); }
`
export const Chips = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`
/** A count beside a heading: "7 posts". */
export const Badge = s('span')`
  padding: 6px 12px;
  border-radius: var(--r-pill);
  background: var(--secondary-soft);
  color: var(--secondary-ink);
  font-size: 0.875rem;
  font-weight: 680;
  line-height: 1;
  white-space: nowrap;
`
