import type { ComponentProps } from 'react'
import { createStyled } from '#client/ui/create-styled.ts'
import { Icon, type IconName } from '#client/ui/icon.tsx'

const s = createStyled('icon-button')
const Face = s('button')<{ $danger: boolean }>`
  display: grid;
  place-items: center;
  flex: none;
  width: 44px;
  height: 44px;
  padding: 0;
  border: 0;
  border-radius: var(--r-md);
  background: none;
  color: var(--text-2);
  cursor: pointer;
  &:hover {
    background: ${({ $danger }) => ($danger ? 'var(--danger-soft)' : 'var(--surface-2)')};
    color: ${({ $danger }) => ($danger ? 'var(--danger)' : 'var(--text)')};
  }
`

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName
  /** What it does, for those who do not see the glyph. */
  label: string
  size?: number
  /** Red under the pointer: it deletes something. */
  danger?: boolean
}

/** A 44 px square with one glyph. */
export function IconButton({ icon, label, size = 22, danger = false, ...rest }: Props) {
  return (
    <Face type="button" aria-label={label} $danger={danger} {...rest}>
      <Icon name={icon} size={size} />
    </Face>
  )
}
