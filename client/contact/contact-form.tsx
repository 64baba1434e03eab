import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { formatNumber } from '#client/lib/format-number.ts'
import { reveal } from '#client/lib/reveal.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Icon } from '#client/ui/base/icon.tsx'
import { createStyled, media } from '#client/ui/base/styles.ts'
import { ERROR_LINE, Field } from '#client/ui/form/field.tsx'
import { FormErrorSummary } from '#client/ui/form/form-error-summary.tsx'
import { TextArea, TextInput } from '#client/ui/form/inputs.tsx'
import { SendStatus } from '#client/ui/form/send-status.tsx'
import { Honeypot } from '#client/ui/form/spam-protection.tsx'
import { type ContactField, contactLabels, SENT_ID } from '#contract/contact.ts'
import { CONTACT_MESSAGE_MAX_CHARACTERS } from '#contract/limits.ts'
import { apiPaths, pagePaths } from '#contract/paths.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { fieldId, type SendMessage, useContact } from './use-contact.ts'

type ContactFormProps = { captcha?: string | undefined; send?: SendMessage } & ResponseTime
/** `contact.response_time` of site.yml. Without one, no time is promised. */
type ResponseTime = { responseTime?: string | undefined }

/** The message is stored before the response, then the thanks replace the form. Also works without JavaScript. */
export function ContactForm({ captcha, send, responseTime }: ContactFormProps) {
  const { form, idempotencyKey, errors, events, phase, formError, dismiss } = useContact(captcha, send)
  if (phase === 'sent') return <ThankYou responseTime={responseTime} />
  return (
    <>
      <ThankYouWithoutScript responseTime={responseTime} />
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
    <Line name="name" errors={errors} autoComplete="name" required />
    <Line name="company" errors={errors} autoComplete="organization" />
    <Line name="email" errors={errors} type="email" inputMode="email" autoComplete="email" required />
    <Line name="phone" errors={errors} type="tel" inputMode="tel" autoComplete="tel" placeholder="(###) ### - ####" />
    <Wide>
      <Message errors={errors} />
    </Wide>
  </>
)

const Line = ({ name, errors, ...input }: Omit<ComponentProps<'input'>, 'name'> & Errors & { name: ContactField }) => (
  <Field id={fieldId(name)} label={contactLabels[name]} optional={!input.required} error={errors[name]?.message}>
    <TextInput name={name} {...input} />
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
        autoComplete="on"
        required
        placeholder="For example: 60 clients, deliveries six days a week, orders by text message"
        onInput={({ currentTarget }) => setLength(currentTarget.value.trim().length)}
      />
    </Field>
  )
}

const TextColumn = ({ responseTime }: ResponseTime) => (
  <>
    <h2>Thanks, we have your message.</h2>
    <p>{`The founder or someone from his team will answer${responseTime ? ` ${responseTime}` : ''}.`}</p>
  </>
)

/** Replaces the form, and takes the focus from the removed button. */
export function ThankYou({ responseTime }: ResponseTime) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => reveal(box.current), [])
  return (
    <Box role="status" tabIndex={-1} ref={box}>
      <TextColumn responseTime={responseTime} />
    </Box>
  )
}

/** The same without JavaScript: the target of the server's redirect. */
export const ThankYouWithoutScript = ({ responseTime }: ResponseTime) => (
  <TargetOnly id={SENT_ID} tabIndex={-1}>
    <TextColumn responseTime={responseTime} />
    <p>
      <a href={pagePaths.contact}>Write another message</a>
    </p>
  </TargetOnly>
)

const s = createStyled('contact-form')
export const Form = s('form')`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 10px 18px;
  align-items: start;
  margin-top: 36px;
  --error-line: ${ERROR_LINE};
  ${media.phone} { grid-template-columns: minmax(0, 1fr); }
`
export const Wide = s('div')`
  grid-column: 1 / -1;
`
export const Send = s(Wide)`
  margin-top: 8px;
  ${media.phone} { & > button { width: 100%; } }
`
const Box = s('div')`
  margin-top: 36px;
  padding: 28px 30px;
  border-left: 5px solid var(--success);
  border-radius: var(--r-md);
  background: var(--success-soft);
  & p { margin-top: 8px; color: var(--text-2); }
`
/** Visible while it is the URL's target, and then in place of the form. */
const TargetOnly = s(Box)`
  display: none;
  &:target { display: block; }
  &:target ~ ${Form} { display: none; }
`
