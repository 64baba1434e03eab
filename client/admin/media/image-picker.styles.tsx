import type { ComponentProps } from 'react'
import { createStyled } from '#client/ui/create-styled.ts'
import { type ButtonStyleProps, buttonCss, buttonStyleProps } from '#client/ui/form/button.styles.ts'
import { useControlProps } from '#client/ui/form/field.tsx'
import { media } from '#client/ui/media.ts'

const s = createStyled('image-picker')

/** The dashed box: also where a file is dropped. */
export const DropBox = s('div')`
  position: relative;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 18px;
  align-items: center;
  padding: 14px 16px;
  border: 1.5px dashed var(--line-strong);
  border-radius: var(--r-md);
  & > :first-child { width: 96px; }
  ${media.narrow} {
    grid-template-columns: auto minmax(0, 1fr);
    & > :first-child { width: 72px; }
    & > label { grid-column: 1 / -1; }
  }
`
export const FileName = s('p')`
  font-weight: 600;
  overflow-wrap: anywhere;
`
export const Note = s('p')`
  color: var(--text-2);
  font-size: var(--t-small);
`

/** A file input that is there for keyboard and screen reader; the label after it is what one sees. */
export const FileInput = (props: ComponentProps<'input'>) => (
  <HiddenInput type="file" {...useControlProps()} {...props} />
)

/** The file input's second label, with the look of a button. */
export const Choose = ({ children }: { children: string }) => (
  <Face {...buttonStyleProps({ variant: 'outline', small: true })} htmlFor={useControlProps().id}>
    {children}
  </Face>
)

const HiddenInput = s('input')`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
`
const Face = s('label')<ButtonStyleProps>`
  ${buttonCss}
  ${HiddenInput}:focus-visible + & { outline: 3px solid var(--focus); outline-offset: 2px; }
`
