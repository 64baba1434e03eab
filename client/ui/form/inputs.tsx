import { type ComponentProps, useState } from 'react'
import { css } from 'styled-components'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { useControlProps } from './field.tsx'

/** Styles of all text controls. An error thickens the border inward, so that the layout does not move. */
export const controlCss = css`
  width: 100%;
  min-height: 50px;
  padding: 12px 14px;
  border: 1.5px solid var(--line-strong);
  border-radius: var(--r-md);
  background: var(--control, var(--surface));
  transition: border-color var(--fast);
  &::placeholder { color: var(--text-3); opacity: 1; }
  &:hover { border-color: var(--text-2); }
  &:focus { border-color: var(--primary); outline: 3px solid var(--focus); outline-offset: 2px; }
  &[aria-invalid='true'] { border-color: var(--danger); box-shadow: inset 0 0 0 0.5px var(--danger); }
`

export function TextInput(props: ComponentProps<'input'>) {
  return <Input type="text" {...useControlProps()} {...props} />
}

/** A multi-line text field; `code` uses a monospace font without spell checking. */
export function TextArea({ code = false, ...props }: ComponentProps<'textarea'> & { code?: boolean }) {
  return <Area rows={5} spellCheck={!code} {...useControlProps()} {...props} $code={code} />
}

export function Select(props: ComponentProps<'select'>) {
  return (
    <ChooserBox>
      <Chooser {...useControlProps()} {...props} />
      <Icon name="chevron-down" size={24} />
    </ChooserBox>
  )
}

/** A password field with a Show/Hide button. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const { id } = useControlProps()
  return (
    <InputAndButton>
      <TextInput autoCapitalize="none" spellCheck={false} {...props} type={shown ? 'text' : 'password'} />
      <Toggle
        type="button"
        aria-pressed={shown}
        aria-label={`${shown ? 'Hide' : 'Show'} password`}
        aria-controls={props.id ?? id}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? 'eye-off' : 'eye'} size={18} />
        <span>{shown ? 'Hide' : 'Show'}</span>
      </Toggle>
    </InputAndButton>
  )
}

const s = createStyled('inputs')
const Input = s('input')`${controlCss}`
const Area = s('textarea')<{ $code: boolean }>`
  ${controlCss}
  display: block;
  line-height: 1.55;
  resize: vertical;
  ${({ $code }) => $code && "font: 400 0.9375rem / 1.6 ui-monospace, 'DejaVu Sans Mono', monospace; tab-size: 2;"}
`
const Chooser = s('select')`
  ${controlCss}
  padding-right: 44px;
  text-overflow: ellipsis;
  appearance: none;
`
const ChooserBox = s('span')`
  position: relative;
  display: block;
  color: var(--text);
  & > svg { position: absolute; right: 12px; top: 13px; color: var(--text-3); pointer-events: none; }
`
const InputAndButton = s('div')`
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
