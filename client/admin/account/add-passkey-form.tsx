import { createPasskey } from '#client/admin/login/passkey.ts'
import { useConfirmation } from '#client/admin/shell/confirmation.tsx'
import { addPasskey, startNewPasskey } from '#client/api/passkeys.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { PASSKEY_NAME_MAX_CHARACTERS, PasskeyNameSchema } from '#contract/passkeys.ts'
import { AccountForm } from './account-form.tsx'
import { useReloadAccount } from './use-account-data.ts'
import { useAccountForm } from './use-account-form.ts'

/** Creates a passkey on this device or another one, and stores it under a name. */
export function AddPasskeyForm() {
  const toast = useToast()
  const withConfirmation = useConfirmation()
  const reload = useReloadAccount()
  const form = useAccountForm(PasskeyNameSchema, async ({ name }, element) => {
    const passkey = await createPasskey(await withConfirmation(startNewPasskey))
    await withConfirmation(() => addPasskey(name, passkey))
    element.reset()
    toast('Passkey added')
    await reload()
  })
  return (
    <AccountForm form={form} label="Add a passkey">
      <Field
        label="Name of a new passkey"
        error={form.error('name')}
        hint="For example the device that keeps it. It logs you in with a fingerprint, your face or a PIN."
      >
        <TextInput name="name" autoComplete="off" maxLength={PASSKEY_NAME_MAX_CHARACTERS} required />
      </Field>
      <Button type="submit" variant="outline" busy={form.busy ? 'Adding' : undefined}>
        Add a passkey
      </Button>
    </AccountForm>
  )
}
