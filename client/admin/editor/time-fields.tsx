import { fromLocal, toLocal, zoneInWords } from '#client/admin/dates.ts'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { formatDateTime } from '#contract/dates.ts'
import type { FieldErrors } from '#contract/validate.ts'
import type { PostForm } from './use-post-form.ts'

/** When a post comes, and when it goes (decision 9). */
export function TimeFields({ form: { fields, set }, errors }: { form: PostForm; errors: FieldErrors }) {
  const { date = '', expires = '', draft } = fields
  return (
    <>
      <Field label="Date" error={errors.date?.message} hint={dateHint(date, draft)}>
        <TextInput
          type="datetime-local"
          value={toLocal(date)}
          onChange={(event) => set({ date: fromLocal(event.target.value) })}
        />
      </Field>
      <Field label="Expiry date" optional error={errors.expires?.message} hint={expiryHint(expires)}>
        <TextInput
          type="datetime-local"
          value={toLocal(expires)}
          onChange={(event) => set({ expires: fromLocal(event.target.value) })}
        />
      </Field>
    </>
  )
}

function dateHint(date: string, draft: boolean): string {
  const zone = `Times are in ${zoneInWords(date)}.`
  if (date === '') return `Empty: ${draft ? 'when it is published' : 'now'}. ${zone}`
  return new Date(date) > new Date()
    ? `Scheduled: visitors see it from ${formatDateTime(date, 'local')}. ${zone}`
    : zone
}

const expiryHint = (expires: string) =>
  expires === '' ? 'Empty: it stays.' : `From ${formatDateTime(expires, 'local')} visitors do not see it any more.`
