import type { ReactNode } from 'react'
import type { Day } from '#client/ui/brand/pallet-scene.tsx'
import { createStyled } from '#client/ui/create-styled.ts'

const s = createStyled('screen-status')
const Chip = s('span')`
  display: inline-flex;
  align-items: center;
  gap: 0.55em;
  padding: 0.5em 0.8em 0.5em 0.7em;
  border-radius: var(--r-pill);
  background: color-mix(in srgb, var(--day) 16%, transparent);
  color: var(--text);
  font-weight: 640;
  line-height: 1;
  white-space: nowrap;
  &::before {
    content: '';
    width: 0.6em;
    height: 0.6em;
    border-radius: 2px;
    background: var(--day);
  }
`

/** Where something stands, in words; the colour is that of a day. */
export const Status = ({ day, children }: { day: Day; children: ReactNode }) => <Chip data-day={day}>{children}</Chip>
