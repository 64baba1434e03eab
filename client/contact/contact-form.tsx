import { Button } from '#client/ui/form/button.tsx'
import { CaptchaStatus } from '#client/ui/form/captcha-status.tsx'
import { FormErrorSummary } from '#client/ui/form/form-error-summary.tsx'
import { Honeypot } from '#client/ui/form/honeypot.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { contactLabels } from '#contract/contact.ts'
import { apiPaths } from '#contract/paths.ts'
import { ContactFields } from './contact-fields.tsx'
import { fieldId } from './field-names.ts'
import { Form, Send, Wide } from './form.styles.tsx'
import { ThankYou, ThankYouWithoutScript } from './thank-you.tsx'
import { type SendMessage, useContact } from './use-contact.ts'

/**
 * The message of decision 34: stored before it is answered, then thanked for in place. Without JavaScript it is a plain
 * form, and the server sends the browser on to the thank-you.
 */
export function ContactForm({ captcha, send }: { captcha?: string | undefined; send?: SendMessage }) {
  const { form, sending, errors, events, phase, formError, dismiss } = useContact(captcha, send)
  if (phase === 'sent') return <ThankYou />
  return (
    <>
      <ThankYouWithoutScript />
      <Form method="post" action={apiPaths.contactMessages} ref={form} {...events}>
        {formError && (
          <Wide>
            <FormErrorSummary formError={formError} labels={contactLabels} fieldId={fieldId} onDismiss={dismiss} />
          </Wide>
        )}
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
          {captcha && <CaptchaStatus checking={phase === 'checking'} />}
        </Send>
        <Honeypot />
      </Form>
    </>
  )
}
