import { TextButton } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import type { FormEntry, FormField, FormValue, LeafValue } from '#contract/page-files.ts'
import { LeafField } from './leaf-field.tsx'
import { ListField } from './list-field.tsx'
import type { PageFormState } from './use-page-form.ts'
import { inWords } from './values-in-words.ts'

type Props = { fields: readonly FormField[]; form: PageFormState }

/** The fields of a form, one below the other. */
export const FormFields = ({ fields, form }: Props) => (
  <Fields>
    {fields.map((field) => (
      <OneField key={field.path} field={field} form={form} />
    ))}
  </Fields>
)

function OneField({ field, form }: { field: FormField; form: PageFormState }) {
  const { path } = field
  const { values, theirs, change, error } = form
  const value = values[path] ?? ''
  const changed = (next: FormValue) => change(path, next)
  return (
    <div>
      {field.kind === 'list' ? (
        <ListField list={field} entries={entriesIn(value)} error={error} onChange={changed} />
      ) : (
        <LeafField field={field} value={leafIn(value)} error={error(path)} onChange={changed} />
      )}
      {theirs[path] !== undefined && (
        <Conflict role="note">
          <span>
            Stored by others meanwhile: <q>{inWords(theirs[path])}</q>
          </span>{' '}
          <TextButton onClick={() => form.takeTheirs(path)} aria-label={`Use the stored value of ${field.label}`}>
            Use it
          </TextButton>
        </Conflict>
      )}
    </div>
  )
}

const entriesIn = (value: FormValue): readonly FormEntry[] => (Array.isArray(value) ? value : [])
const leafIn = (value: FormValue): LeafValue => (Array.isArray(value) ? '' : value)

const s = createStyled('admin-form-fields')
const Fields = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 18px;
`
const Conflict = s('p')`
  margin-top: 8px;
  padding: 10px 14px;
  border-left: 5px solid var(--warning);
  border-radius: var(--r-sm);
  background: var(--warning-soft);
  overflow-wrap: anywhere;
  white-space: pre-wrap;
`
