import { type FormEvent, useState } from 'react'
import { useFieldChecks } from '#client/hooks/use-field-checks.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Icon } from '#client/ui/icon.tsx'
import { TextArea, TextInput } from '#client/ui/inputs.tsx'
import { ContactMessageSchema } from '#contract/contact.ts'
import { CONTACT_MESSAGE_MAX_CHARACTERS } from '#contract/limits.ts'
import type { Site } from '#contract/site.ts'
import { Form, Send, Wide } from './form-boxes.tsx'
import { mailLink } from './mail-link.ts'

/** What came of the last submit; `attempt` makes each alert a new one, which takes the focus. */
type Outcome = { attempt: number; wrong: string[] }

const labels: Record<string, string> = {
  name: 'Your name',
  company: 'Company',
  email: 'Email',
  phone: 'Phone',
  message: 'What should we know?',
}
const LIMIT = CONTACT_MESSAGE_MAX_CHARACTERS.toLocaleString('en-US')

type ContactForm = Pick<Site, 'contact' | 'name'> & { open?: (link: string) => void }

/**
 * The message of decision 34. Its button opens the visitor's own mail program, and says so: nothing is sent from here.
 * `method="dialog"` keeps a browser from putting what was typed into an address while the page is not alive yet.
 */
export function ContactForm({ contact, name, open = (link) => location.assign(link) }: ContactForm) {
  const { errors, watch, checkAll } = useFieldChecks(ContactMessageSchema)
  const [outcome, setOutcome] = useState<Outcome>()
  const [length, setLength] = useState(0)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = checkAll(event.currentTarget)
    const wrong = typed.ok ? [] : Object.keys(typed.errors).map((field) => labels[field] ?? field)
    setOutcome((last) => ({ attempt: (last?.attempt ?? 0) + 1, wrong }))
    if (typed.ok) open(mailLink({ ...contact, name }, typed.value))
  }
  const messageOf = (field: string) => errors[field]?.message

  return (
    <Form method="dialog" noValidate onSubmit={submit} {...watch}>
      {outcome && outcome.wrong.length > 0 && (
        <Wide key={outcome.attempt}>
          <Alert focusOnMount onDismiss={() => setOutcome(undefined)}>
            You have errors on the form in the field(s) {outcome.wrong.join(', ')}
          </Alert>
        </Wide>
      )}
      <Field label="Your name" error={messageOf('name')}>
        <TextInput name="name" autoComplete="name" required />
      </Field>
      <Field label="Company" optional error={messageOf('company')}>
        <TextInput name="company" autoComplete="organization" />
      </Field>
      <Field label="Email" error={messageOf('email')}>
        <TextInput type="email" name="email" autoComplete="email" required />
      </Field>
      <Field label="Phone" optional error={messageOf('phone')}>
        <TextInput type="tel" inputMode="tel" name="phone" autoComplete="tel" placeholder="(###) ### - ####" />
      </Field>
      <Wide>
        <Field
          label="What should we know?"
          error={messageOf('message')}
          counter={`${length.toLocaleString('en-US')} / ${LIMIT}`}
        >
          <TextArea
            name="message"
            required
            placeholder="For example: 60 clients, deliveries six days a week, orders by text message"
            onInput={({ currentTarget }) => setLength(currentTarget.value.trim().length)}
          />
        </Field>
      </Wide>
      <Send>
        <Button type="submit">
          <Icon name="mail" /> Open in your mail program
        </Button>
        <p role="status">
          {outcome && outcome.wrong.length === 0
            ? `Your mail program has the message ready now. If it did not open, write to ${contact.email}.`
            : 'Your mail program opens with the message ready. It is sent when you send it there.'}
        </p>
      </Send>
    </Form>
  )
}
