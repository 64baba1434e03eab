import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled } from '#client/ui/base/styles.ts'

const s = createStyled('field')
/**
 * A label, the control and the notes below it. The first line of an error takes the reserved room: `--error-line` of the
 * form. The counter is beside the error, or else beside the hint.
 */
const FieldGroup = s('div')`
  min-width: 0;
  & > :last-child {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    column-gap: 12px;
    align-content: start;
    min-height: var(--error-line, 0);
    line-height: 1.5;
  }
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
  display: contents;
  color: var(--text-2);
  font-size: 0.875rem;
  & > * { grid-column: 1; margin-top: 6px; }
`
const Counter = s('span')`
  grid-area: 1 / 2;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`
const Message = s('p')`
  display: flex;
  align-items: flex-start;
  gap: 7px;
  grid-area: 1 / 1;
  margin-top: 6px;
  color: var(--danger);
  font-size: 0.9063rem;
  font-weight: 560;
  & > svg { margin-top: 2px; }
`
/** The height of one line of an error below its control, for forms whose fields reserve it. */
export const ERROR_LINE = '1.75rem'

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
  const notes = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (error) holdHeight(notes.current)
  }, [error])
  return (
    <FieldGroup>
      <Label htmlFor={id}>
        <span>{label}</span>
        {optional && <Optional> (optional)</Optional>}
      </Label>
      <ControlContext value={control}>{children}</ControlContext>
      <div ref={notes}>
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
      </div>
    </FieldGroup>
  )
}

/** The room of an error stays when it is corrected: what is tapped next must not move away from under the finger. */
function holdHeight(notes: HTMLElement | null) {
  if (notes) notes.style.minHeight = `${notes.getBoundingClientRect().height}px`
}
