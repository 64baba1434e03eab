import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Field } from '#client/ui/form/field.tsx'
import { TextArea, TextInput } from '#client/ui/form/inputs.tsx'
import { type ContactField, contactLabels } from '#contract/contact.ts'
import { figure } from '#contract/format-number.ts'
import { CONTACT_MESSAGE_MAX_CHARACTERS } from '#contract/limits.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { fieldId } from './field-names.ts'
import { Wide } from './form.styles.tsx'

type Errors = { errors: FieldErrors }

/** The fields of decision 34, each with what is wrong with it. */
export const ContactFields = ({ errors }: Errors) => (
  <>
    <Line name="name" errors={errors} autoComplete="name" required />
    <Line name="company" errors={errors} autoComplete="organization" />
    <Line name="email" errors={errors} type="email" inputMode="email" autoComplete="email" required />
    <Line name="phone" errors={errors} type="tel" inputMode="tel" autoComplete="tel" placeholder="(###) ### - ####" />
    <Wide>
      <Message errors={errors} />
    </Wide>
  </>
)

/** One line of text; what is not required says so in its label. */
const Line = ({ name, errors, ...input }: Omit<ComponentProps<'input'>, 'name'> & Errors & { name: ContactField }) => (
  <Field id={fieldId(name)} label={contactLabels[name]} optional={!input.required} error={errors[name]?.message}>
    <TextInput name={name} {...input} />
  </Field>
)

function Message({ errors }: Errors) {
  const [length, setLength] = useState(0)
  const area = useRef<HTMLTextAreaElement>(null)
  // What was kept is there already.
  useEffect(() => setLength(area.current?.value.trim().length ?? 0), [])
  return (
    <Field
      id={fieldId('message')}
      label={contactLabels.message}
      error={errors.message?.message}
      counter={`${figure(length)} / ${figure(CONTACT_MESSAGE_MAX_CHARACTERS)}`}
    >
      <TextArea
        ref={area}
        name="message"
        autoComplete="on"
        required
        placeholder="For example: 60 clients, deliveries six days a week, orders by text message"
        onInput={({ currentTarget }) => setLength(currentTarget.value.trim().length)}
      />
    </Field>
  )
}
