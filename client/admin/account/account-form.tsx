import type { ReactNode } from 'react'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { Form } from './account.styles.ts'
import type { AccountFormState } from './use-account-form.ts'

type Props = { form: AccountFormState; label?: string; children: ReactNode }

/** A form with the reason why it was not sent. `label`: its name, for forms that share a panel. */
export const AccountForm = ({ form: { failure, submit, dismiss }, label, children }: Props) => (
  <Form method="post" noValidate onSubmit={submit} aria-label={label}>
    {failure && (
      <Alert key={failure.attempt} focusOnMount onDismiss={dismiss}>
        {failure.message}
      </Alert>
    )}
    {children}
  </Form>
)
