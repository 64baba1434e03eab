import { createContext, type ReactNode, useContext, useId } from 'react'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'

const s = createStyled('field')
const Box = s('div')`
  min-width: 0;
`
const Label = s('label')`
  display: block;
  margin-bottom: 7px;
  font-size: var(--t-small);
  font-weight: 600;
`
const Optional = s('span')`
  color: var(--text-3);
  font-weight: 400;
`
const Below = s('div')`
  display: flex;
  justify-content: space-between;
  gap: 12px;
  margin-top: 6px;
  color: var(--text-2);
  font-size: 0.875rem;
`
const Counter = s('span')`
  margin-left: auto;
  font-variant-numeric: tabular-nums;
`
const Message = s('p')`
  display: flex;
  align-items: flex-start;
  gap: 7px;
  margin-top: 7px;
  color: var(--danger);
  font-size: 0.9063rem;
  font-weight: 560;
  line-height: 1.4;
  & > svg { margin-top: 1px; }
`

export type ControlProps = { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true }
const ControlContext = createContext<ControlProps>({})

/** Props from the `<Field>` around a control: id, description and validity. Custom controls spread them too. */
export const useControlProps = () => useContext(ControlContext)

type Field = {
  label: string
  /** Id of the control. */
  id?: string | undefined
  /** Error message; sets `aria-invalid` on the control. */
  error?: string | undefined
  hint?: ReactNode
  /** Number of characters: "12 / 60". */
  counter?: string | undefined
  /** Adds "(optional)" to the label. */
  optional?: boolean
  children: ReactNode
}

/** A label, one control, hint, counter and error, connected for screen readers. */
export function Field({ label, id: given, error, hint, counter, optional = false, children }: Field) {
  const own = useId()
  const id = given ?? own
  const described = [error && `${id}-error`, (hint || counter) && `${id}-hint`].filter(Boolean).join(' ')
  const control: ControlProps = {
    id,
    ...(described && { 'aria-describedby': described }),
    ...(error && { 'aria-invalid': true as const }),
  }
  return (
    <Box>
      <Label htmlFor={id}>
        <span>{label}</span>
        {optional && <Optional> (optional)</Optional>}
      </Label>
      <ControlContext value={control}>{children}</ControlContext>
      {error && (
        <Message id={`${id}-error`}>
          <Icon name="alert" size={17} />
          <span>{error}</span>
        </Message>
      )}
      {(hint || counter) && (
        <Below id={`${id}-hint`}>
          {hint && <span>{hint}</span>}
          {counter && <Counter>{counter}</Counter>}
        </Below>
      )}
    </Box>
  )
}
