import { Button } from '#client/ui/form/button.tsx'
import { RobotCheck } from '#client/ui/form/captcha-status.tsx'
import { FieldLinks } from '#client/ui/form/field-links.tsx'
import { Honeypot } from '#client/ui/form/honeypot.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { contactLabels } from '#contract/contact.ts'
import { apiPaths } from '#contract/paths.ts'
import { ContactFields } from './contact-fields.tsx'
import { fieldId } from './field-names.ts'
import { Form, Send, Wide } from './form.styles.tsx'
import { Thanks, ThanksAtItsAddress } from './thank-you.tsx'
import { type FormError, type SendMessage, useContact } from './use-contact.ts'

/**
 * The message of decision 34: stored before it is answered, then thanked for in place. Without JavaScript it is a plain
 * form, and the server sends the browser on to the thank-you.
 */
export function ContactForm({ captcha, send }: { captcha?: string | undefined; send?: SendMessage }) {
  const { form, sending, errors, events, phase, formError, dismiss } = useContact(captcha, send)
  if (phase === 'sent') return <Thanks />
  return (
    <>
      <ThanksAtItsAddress />
      <Form method="post" action={apiPaths.contactMessages} ref={form} {...events}>
        {formError && <WhatIsWrong key={formError.attempt} formError={formError} onDismiss={dismiss} />}
        <input type="hidden" name="sending" value={sending} autoComplete="off" />
        <ContactFields errors={errors} />
        <Send>
          <Button
            type="submit"
            busy={phase === 'typing' ? undefined : 'Sending'}
            // Else the field that is left complains first, and the button moves away from under the pointer.
            onMouseDown={(event) => event.preventDefault()}
          >
            <Icon name="mail" /> Send message
          </Button>
          {captcha && <RobotCheck checking={phase === 'checking'} />}
        </Send>
        <Honeypot />
      </Form>
    </>
  )
}

/** Takes the focus; its links lead to the fields. */
const WhatIsWrong = ({
  formError: { serverMessage, fields },
  onDismiss,
}: {
  formError: FormError
  onDismiss: () => void
}) => (
  <Wide>
    <Alert focusOnMount onDismiss={onDismiss}>
      {serverMessage ?? 'You have errors on the form in the field(s) '}
      {serverMessage && fields.length > 0 && ' '}
      <FieldLinks fields={fields.map((name) => ({ id: fieldId(name), label: contactLabels[name] }))} />
    </Alert>
  </Wide>
)
