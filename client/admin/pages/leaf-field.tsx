import { createStyled } from '#client/ui/base/styles.ts'
import { Checkbox } from '#client/ui/form/checkbox.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { Select, TextArea, TextInput } from '#client/ui/form/inputs.tsx'
import type { FormLeaf, LeafValue } from '#contract/page-files.ts'

type LeafProps = {
  field: FormLeaf
  value: LeafValue
  error: string | undefined
  onChange: (value: LeafValue) => void
}

/** Texts from this length on have several lines. */
const LONG_TEXT = 160

/** The control of one value, by its kind. */
export function LeafField({ field, value, error, onChange }: LeafProps) {
  const { kind, label, help, required, max, options, shipped } = field
  if (kind === 'flag')
    return (
      <Flag>
        <Checkbox checked={value === true} onChange={({ target }) => onChange(target.checked)}>
          {label}
        </Checkbox>
        {help && <small>{help}</small>}
      </Flag>
    )
  const text = typeof value === 'string' ? value : ''
  const hint = [help, shipped !== null && `As shipped: “${shipped}”`].filter(Boolean).join(' ')
  const control = { value: text, required, 'aria-required': required }
  const counter = max !== null && text.length > max * COUNTED_SHARE ? `${text.length} / ${max}` : undefined
  return (
    <Field label={label} optional={!required} error={error} hint={hint || undefined} counter={counter}>
      {kind === 'choice' ? (
        <Select {...control} onChange={({ target }) => onChange(target.value)}>
          {!options.includes(text) && <option value={text}>{text}</option>}
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </Select>
      ) : kind === 'lines' || (max ?? 0) > LONG_TEXT ? (
        <TextArea {...control} rows={kind === 'lines' ? 6 : 3} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <TextInput
          {...control}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

/** From this share of the longest text on, characters are counted. */
const COUNTED_SHARE = 0.8

const s = createStyled('admin-leaf-field')
const Flag = s('div')`
  display: grid;
  gap: 4px;
  & > small { padding-left: 38px; color: var(--text-2); font-size: 0.875rem; }
`
