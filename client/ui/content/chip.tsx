import type { ReactNode } from 'react'
import { css } from 'styled-components'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled } from '#client/ui/base/styles.ts'

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

export const Chip = ({ kind, children, to }: { kind: ChipKind; children: ReactNode; to?: string }) =>
  to === undefined ? (
    <ChipLabel $kind={kind}>{children}</ChipLabel>
  ) : (
    <ChipLink to={to} $kind={kind}>
      {children}
    </ChipLink>
  )

const s = createStyled('chip')
export const ChipLabel = s('span')<{ $kind: ChipKind }>`${chipCss}`
/** Touch targets extend 4 px: chips are 8 px apart. */
export const ChipLink = s(Link)<{ $kind: ChipKind }>`
  ${chipCss}
  position: relative;
  &::after { content: ''; position: absolute; inset: -4px; }
  &:hover { text-decoration: underline; text-underline-offset: 3px; }
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
