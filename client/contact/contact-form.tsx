import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { ContactFields } from './contact-fields.tsx'
import { Form, Send, Wide } from './form-boxes.tsx'
import { Thanks } from './thanks.tsx'
import { type SendMessage, useContact } from './use-contact.ts'

/**
 * The message of decision 34: stored before it is answered, then thanked for in place. `method="dialog"` keeps a browser
 * from leaving with what was typed while the page is not alive yet.
 */
export function ContactForm({ send }: { send?: SendMessage }) {
  const { form, errors, events, phase, trouble, dismiss } = useContact(send)
  if (phase === 'sent') return <Thanks />
  return (
    <Form method="dialog" noValidate ref={form} {...events}>
      {trouble && (
        <Wide key={trouble.attempt}>
          <Alert focusOnMount onDismiss={dismiss}>
            {trouble.text}
          </Alert>
        </Wide>
      )}
      <ContactFields errors={errors} />
      <Send>
        <Button
          type="submit"
          busy={phase === 'sending' ? 'Sending' : undefined}
          // Else the field that is left complains first, and the button moves away from under the pointer.
          onMouseDown={(event) => event.preventDefault()}
        >
          <Icon name="mail" /> Send message
        </Button>
      </Send>
    </Form>
  )
}
