import type { ComponentProps } from 'react'
import { css } from 'styled-components'
import { createStyled } from '#client/ui/create-styled.ts'
import { Icon } from '#client/ui/icon.tsx'
import { useControlProps } from './field.tsx'

const s = createStyled('inputs')
/** The look of everything one types into or chooses from; an error doubles the border inward, so that nothing moves. */
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
  appearance: none;
`
const ChooserBox = s('span')`
  position: relative;
  display: block;
  color: var(--text);
  & > svg { position: absolute; right: 12px; top: 13px; color: var(--text-3); pointer-events: none; }
`

/** One line of text; takes everything an `<input>` takes. */
export function TextInput(props: ComponentProps<'input'>) {
  return <Input type="text" {...useControlProps()} {...props} />
}

/** Many lines of text; `code` sets them in a fixed width and leaves spelling alone. */
export function TextArea({ code = false, ...props }: ComponentProps<'textarea'> & { code?: boolean }) {
  return <Area rows={5} spellCheck={!code} {...useControlProps()} {...props} $code={code} />
}

/** A native select: `<Select><option>…`. */
export function Select(props: ComponentProps<'select'>) {
  return (
    <ChooserBox>
      <Chooser {...useControlProps()} {...props} />
      <Icon name="chevron-down" size={24} />
    </ChooserBox>
  )
}
