import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { formatDateTime } from '#contract/dates.ts'
import type { FieldErrors } from '#contract/validate.ts'
import type { PostForm } from './use-post-form.ts'

/** Publication and expiry (docs/product-rules.md#dates). */
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

const two = (number: number) => String(number).padStart(2, '0')

/**
 * Formats for `<input type="datetime-local">`: `2026-05-04T08:00`, with seconds if there are any. Invalid dates become
 * an empty string.
 */
export function toLocal(iso: string | null | undefined): string {
  const moment = new Date(iso || Number.NaN)
  if (Number.isNaN(moment.getTime())) return ''
  const day = `${String(moment.getFullYear()).padStart(4, '0')}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  const seconds = moment.getSeconds() === 0 ? '' : `:${two(moment.getSeconds())}`
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}${seconds}`
}

/** The inverse: reads local time. Invalid input becomes an empty string. */
export function fromLocal(typed: string): string {
  const moment = new Date(typed)
  return Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}

/** Name of the local time zone at that time: "Central European Summer Time". */
export function zoneInWords(iso: string | undefined): string {
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'long' }).formatToParts(iso ? new Date(iso) : new Date())
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'local time'
}
