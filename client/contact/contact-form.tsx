import { type FormEvent, useState } from 'react'
import { useFieldChecks } from '#client/hooks/use-field-checks.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { ContactMessageSchema } from '#contract/contact.ts'
import type { Site } from '#contract/site.ts'
import { ContactFields, labels } from './contact-fields.tsx'
import { Form, Send, Wide } from './form-boxes.tsx'
import { mailLink } from './mail-link.ts'

/** What came of the last submit: the fields in error, as they are labelled; none, where the mail program was opened. */
type Outcome = { attempt: number; wrong: string[] }

type ContactForm = Pick<Site, 'contact' | 'name'> & {
  /** Opens an address outside of the site. */
  open?: (link: string) => void
}

/**
 * The message of decision 34. Its button opens the visitor's own mail program, and says so: nothing is sent from here.
 * `method="dialog"` keeps a browser from putting what was typed into an address while the page is not alive yet.
 */
export function ContactForm({ contact, name, open = (link) => location.assign(link) }: ContactForm) {
  const { errors, watch, checkAll } = useFieldChecks(ContactMessageSchema)
  const [outcome, setOutcome] = useState<Outcome>()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = checkAll(event.currentTarget)
    const wrong = typed.ok ? [] : Object.keys(typed.errors).map((field) => labels[field] ?? field)
    setOutcome((last) => ({ attempt: (last?.attempt ?? 0) + 1, wrong }))
    if (typed.ok) open(mailLink({ ...contact, name }, typed.value))
  }

  return (
    <Form method="dialog" noValidate onSubmit={submit} {...watch}>
      {outcome && outcome.wrong.length > 0 && (
        <Wide key={outcome.attempt}>
          <Alert focusOnMount onDismiss={() => setOutcome(undefined)}>
            You have errors on the form in the field(s) {outcome.wrong.join(', ')}
          </Alert>
        </Wide>
      )}
      <ContactFields errors={errors} />
      <Send>
        <Button type="submit">
          <Icon name="mail" /> Open in your mail program
        </Button>
        <p role="status">
          {outcome?.wrong.length === 0
            ? `Your mail program has the message ready now. If it did not open, write to ${contact.email}.`
            : 'Your mail program opens with the message ready. It is sent when you send it there.'}
        </p>
      </Send>
    </Form>
  )
}
