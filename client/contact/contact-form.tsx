import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { formatNumber } from '#client/lib/format-number.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { ERROR_LINE, Field } from '#client/ui/form/field.tsx'
import { FormErrorSummary } from '#client/ui/form/form-error-summary.tsx'
import { TextArea, TextInput } from '#client/ui/form/inputs.tsx'
import { SendStatus } from '#client/ui/form/send-status.tsx'
import { Honeypot } from '#client/ui/form/spam-protection.tsx'
import { type ContactField, contactFormFields, contactLabels } from '#contract/contact.ts'
import { CONTACT_MESSAGE_MAX_CHARACTERS } from '#contract/limits.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Site } from '#contract/site.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { ThankYou, ThankYouWithoutScript } from './thank-you.tsx'
import { fieldId, type SendMessage, useContact } from './use-contact.ts'

type ContactFormProps = Pick<Site, 'contact'> & { captcha?: string | undefined; send?: SendMessage }

/** The message is stored before the response, then the thanks replace the form. Also works without JavaScript. */
export function ContactForm({ contact, captcha, send }: ContactFormProps) {
  const { form, idempotencyKey, errors, events, phase, formError, dismiss, message } = useContact(captcha, send)
  if (phase === 'sent') return <ThankYou contact={contact} message={message} />
  return (
    <>
      <ThankYouWithoutScript responseTime={contact.response_time} />
      <Form method="post" action={apiPaths.contactMessages} ref={form} {...events}>
        {formError && (
          <Wide>
            <FormErrorSummary formError={formError} labels={contactLabels} fieldId={fieldId} onDismiss={dismiss} />
          </Wide>
        )}
        <input type="hidden" name="sending" value={idempotencyKey} autoComplete="off" />
        <ContactFields errors={errors} />
        <Send>
          <Button type="submit" busy={phase === 'idle' ? undefined : 'Sending'}>
            <Icon name="mail" /> Send message
          </Button>
          <SendStatus phase={phase} captcha={captcha !== undefined} />
        </Send>
        <Honeypot />
      </Form>
    </>
  )
}

type Errors = { errors: FieldErrors }

export const ContactFields = ({ errors }: Errors) => (
  <>
    <Line name="name" errors={errors} required />
    <Line name="company" errors={errors} />
    <Line name="email" errors={errors} type="email" inputMode="email" required />
    <Line name="phone" errors={errors} type="tel" inputMode="tel" placeholder="(###) ### - ####" />
    <Wide>
      <Message errors={errors} />
    </Wide>
  </>
)

const Line = ({ name, errors, ...input }: Omit<ComponentProps<'input'>, 'name'> & Errors & { name: ContactField }) => (
  <Field id={fieldId(name)} label={contactLabels[name]} optional={!input.required} error={errors[name]?.message}>
    <TextInput name={name} autoComplete={contactFormFields[name].autoComplete} {...input} />
  </Field>
)

function Message({ errors }: Errors) {
  const [length, setLength] = useState(0)
  const area = useRef<HTMLTextAreaElement>(null)
  // The field may contain a restored draft.
  useEffect(() => setLength(area.current?.value.trim().length ?? 0), [])
  return (
    <Field
      id={fieldId('message')}
      label={contactLabels.message}
      error={errors.message?.message}
      counter={`${formatNumber(length)} / ${formatNumber(CONTACT_MESSAGE_MAX_CHARACTERS)}`}
    >
      <TextArea
        ref={area}
        name="message"
        autoComplete={contactFormFields.message.autoComplete}
        required
        placeholder="For example: 60 clients, deliveries six days a week, orders by text message"
        onInput={({ currentTarget }) => setLength(currentTarget.value.trim().length)}
      />
    </Field>
  )
}

const s = createStyled('contact-form')
const Form = s('form')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 10px 18px;
  align-items: start;
  margin-top: 36px;
  --error-line: ${ERROR_LINE};
  ${media.phone} { grid-template-columns: minmax(0, 1fr); }
`
const Wide = s('div')`
  grid-column: 1 / -1;
`
const Send = s(Wide)`
  margin-top: 8px;
  ${media.phone} { & > button { width: 100%; } }
`
