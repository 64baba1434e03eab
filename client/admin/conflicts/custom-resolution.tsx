import { Field } from '#client/ui/form/field.tsx'
import { Select, TextArea, TextInput } from '#client/ui/form/inputs.tsx'
import { ownKind, type Question } from './merge-conflicts.ts'
import type { Decisions } from './use-conflict-resolution.ts'

/** The third version of what two have changed, to be written. */
export function OwnVersion({ question, decisions }: { question: Question; decisions: Decisions }) {
  const { field, label } = question
  const { own: value } = decisions.choiceFor(question)
  const write = ({ target }: { target: { value: string } }) => decisions.decide(question, { own: target.value })
  const rows = Math.min(16, value.split('\n').length + 2)
  return (
    <Field label={`${label}, as you write it`} hint={field === 'tags' ? 'Separated by commas.' : undefined}>
      {ownKind(field) === 'lines' && <TextArea code rows={rows} value={value} onChange={write} />}
      {ownKind(field) === 'line' && <TextInput autoComplete="off" value={value} onChange={write} />}
      {ownKind(field) === 'category' && (
        <Select value={value} required onChange={write}>
          <option value="">Choose a category</option>
          {decisions.names.categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
