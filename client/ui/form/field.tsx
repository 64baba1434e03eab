import { createContext, type ReactNode, useContext, useId } from 'react'
import { Icon } from '#client/ui/icon.tsx'
import { createStyled } from '#client/ui/styles.ts'

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

/** Name, description and validity that the `<Field>` around a control gives it. A control of one's own spreads them too. */
export const useControlProps = () => useContext(ControlContext)

type Field = {
  label: string
  /** Of the control, where a link leads to it. */
  id?: string | undefined
  /** What is wrong, in the words of §5; the control is then `aria-invalid`. */
  error?: string | undefined
  hint?: string | undefined
  /** How much is typed of how much: "12 / 60". */
  counter?: string | undefined
  /** Says "(optional)" in the label. */
  optional?: boolean
  children: ReactNode
}

/** A label above one control, with hint, counter and error below it, tied to the control for screen readers. */
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
        {label}
        {optional && <Optional> (optional)</Optional>}
      </Label>
      <ControlContext value={control}>{children}</ControlContext>
      {error && (
        <Message id={`${id}-error`}>
          <Icon name="alert" size={17} />
          {error}
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
