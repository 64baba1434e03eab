import type { ReactNode } from 'react'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Chip, type ChipKind } from './chip.tsx'

type Props = {
  kind: ChipKind
  children: ReactNode
  onRemove: () => void
  /** The name of the button: "Remove Wholesale". */
  removeLabel: string
}

/** A chip with a remove button. */
export const RemovableChip = ({ kind, children, onRemove, removeLabel }: Props) => (
  <Chip kind={kind}>
    {children}
    <Remove type="button" aria-label={removeLabel} onClick={onRemove}>
      <Icon name="close" size={14} />
    </Remove>
  </Chip>
)

const s = createStyled('removable-chip')
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
