import { useCloseThenUnmount, useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { renamePasskey } from '#client/api/passkeys.ts'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { PASSKEY_NAME_MAX_CHARACTERS, type Passkey, PasskeyNameSchema } from '#contract/passkeys.ts'
import { useReloadAccount } from './use-account-data.ts'
import { useAccountForm } from './use-account-form.ts'

type Props = { passkey: Passkey; onClosed: () => void }

export function RenamePasskeyDialog({ passkey, onClosed }: Props) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const reload = useReloadAccount()
  const input = useFirstFocus<HTMLInputElement>()
  const { busy, failure, error, submit } = useAccountForm(PasskeyNameSchema, async (change) => {
    await renamePasskey(passkey.id, change)
    await reload()
    close()
  })
  return (
    <FormDialog
      title={`Rename ${passkey.name}`}
      submit="Rename"
      onSubmit={submit}
      noValidate
      busy={busy ? 'Saving' : undefined}
      open={open}
      onClose={close}
    >
      {failure && !error('name') && <Alert>{failure.message}</Alert>}
      <Field label="Name" error={error('name')}>
        <TextInput
          ref={input}
          name="name"
          autoComplete="off"
          defaultValue={passkey.name}
          maxLength={PASSKEY_NAME_MAX_CHARACTERS}
          required
        />
      </Field>
    </FormDialog>
  )
}
