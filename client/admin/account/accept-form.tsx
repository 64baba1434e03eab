import { useState } from 'react'
import { deleteToken, readToken } from '#client/admin/login/admin-token.ts'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { acceptInvitation } from '#client/api/account.ts'
import { logOut } from '#client/api/login.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { AcceptanceSchema, ADMINISTRATOR_NAME_MAX_CHARACTERS, INVALID_INVITATION } from '#contract/account-forms.ts'
import { AccountForm } from './account-form.tsx'
import { NewPasswordField } from './new-password-field.tsx'
import { useAccountForm } from './use-account-form.ts'

type Props = { token: string; email: string; onInvalid: () => void; onAccepted: () => void }

/** Name and password of an invited person. Password managers store the password with the e-mail. */
export function AcceptForm({ token, email, onInvalid, onAccepted }: Props) {
  const [name, setName] = useState('')
  const form = useAccountForm(
    AcceptanceSchema,
    async (acceptance) => {
      try {
        await acceptInvitation(acceptance)
      } catch (error) {
        if (errorMessage(error) === INVALID_INVITATION) return onInvalid()
        throw error
      }
      await endOldSession()
      onAccepted()
    },
    (fields) => ({ ...fields, token }),
  )
  return (
    <AccountForm form={form}>
      <Field label="Email" hint="You log in with it. You can change it later.">
        <TextInput type="email" name="email" autoComplete="username" value={email} readOnly />
      </Field>
      <Field label="Name" error={form.error('name')} hint="Shown as the author of your posts.">
        <TextInput
          name="name"
          autoComplete="name"
          maxLength={ADMINISTRATOR_NAME_MAX_CHARACTERS}
          required
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <NewPasswordField label="Password" error={form.error('password')} personal={[name, email]} />
      <Button type="submit" busy={form.busy ? 'Saving' : undefined}>
        Accept invitation
      </Button>
    </AccountForm>
  )
}

/** If another administrator is logged in with this browser, the login would open their dashboard. */
async function endOldSession() {
  if (readToken() === null) return
  await logOut().catch(() => {})
  deleteToken()
}
