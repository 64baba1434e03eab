import { useEffect, useRef, useState } from 'react'
import { Field } from '#client/ui/field.tsx'
import { TextArea, TextInput } from '#client/ui/inputs.tsx'
import { CONTACT_MESSAGE_MAX_CHARACTERS } from '#contract/limits.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { Wide } from './form-boxes.tsx'

/** What the fields are called on the screen. */
export const labels: Record<string, string> = {
  name: 'Your name',
  company: 'Company',
  email: 'Email',
  phone: 'Phone',
  message: 'What should we know?',
}

/** The fields of decision 34, each with what is wrong with it. */
export const ContactFields = ({ errors }: { errors: FieldErrors }) => (
  <>
    <Field label="Your name" error={errors.name?.message}>
      <TextInput name="name" autoComplete="name" required />
    </Field>
    <Field label="Company" optional error={errors.company?.message}>
      <TextInput name="company" autoComplete="organization" />
    </Field>
    <Field label="Email" error={errors.email?.message}>
      <TextInput type="email" name="email" autoComplete="email" required />
    </Field>
    <Field label="Phone" optional error={errors.phone?.message}>
      <TextInput type="tel" name="phone" autoComplete="tel" placeholder="(###) ### - ####" />
    </Field>
    <Wide>
      <Message error={errors.message?.message} />
    </Wide>
  </>
)

const inWords = (count: number) => count.toLocaleString('en-US')

function Message({ error }: { error: string | undefined }) {
  const [length, setLength] = useState(0)
  const area = useRef<HTMLTextAreaElement>(null)
  // What was kept is there already.
  useEffect(() => setLength(area.current?.value.trim().length ?? 0), [])
  return (
    <Field
      label="What should we know?"
      error={error}
      counter={`${inWords(length)} / ${inWords(CONTACT_MESSAGE_MAX_CHARACTERS)}`}
    >
      <TextArea
        ref={area}
        name="message"
        required
        placeholder="For example: 60 clients, deliveries six days a week, orders by text message"
        onInput={({ currentTarget }) => setLength(currentTarget.value.trim().length)}
      />
    </Field>
  )
}
