import { type ComponentProps, useState } from 'react'
import { createStyled } from '#client/ui/create-styled.ts'
import { Icon } from '#client/ui/icon.tsx'
import { useControlProps } from './field.tsx'
import { TextInput } from './inputs.tsx'

const s = createStyled('password-input')
const Box = s('div')`
  position: relative;
  & > input { padding-right: 104px; }
`
const Toggle = s('button')`
  position: absolute;
  top: 3px;
  right: 3px;
  display: flex;
  align-items: center;
  gap: 6px;
  height: 44px;
  padding: 0 12px;
  border: 0;
  border-radius: var(--r-sm);
  background: none;
  color: var(--primary-ink);
  font-size: 0.875rem;
  font-weight: 600;
  cursor: pointer;
`

/** A password with a Show/Hide button; it starts hidden, and hides again when it is drawn anew. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const { id } = useControlProps()
  return (
    <Box>
      <TextInput autoCapitalize="none" spellCheck={false} {...props} type={shown ? 'text' : 'password'} />
      <Toggle
        type="button"
        aria-pressed={shown}
        aria-label={`${shown ? 'Hide' : 'Show'} password`}
        aria-controls={props.id ?? id}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? 'eye-off' : 'eye'} size={18} />
        {shown ? 'Hide' : 'Show'}
      </Toggle>
    </Box>
  )
}
