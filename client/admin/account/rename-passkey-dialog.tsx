import { useId } from 'react'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { renamePasskey } from '#client/api/passkeys.ts'
import { Button } from '#client/ui/base/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'
import { Dialog } from '#client/ui/overlay/dialog.tsx'
import { PASSKEY_NAME_MAX_CHARACTERS, type Passkey, PasskeyNameSchema } from '#contract/passkeys.ts'
import { Form } from './account.styles.ts'
import { useAccountForm } from './use-account-form.ts'

type Props = { passkey: Passkey; onRenamed: () => Promise<void>; onClosed: () => void }

export function RenamePasskeyDialog({ passkey, onRenamed, onClosed }: Props) {
  const id = useId()
  const { open, close } = useCloseThenUnmount(onClosed)
  const input = useFirstFocus<HTMLInputElement>()
  const { busy, failure, error, submit } = useAccountForm(PasskeyNameSchema, async (change) => {
    await renamePasskey(passkey.id, change)
    await onRenamed()
    close()
  })
  return (
    <Dialog
      title={`Rename ${passkey.name}`}
      open={open}
      onClose={close}
      footer={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={id} busy={busy ? 'Saving' : undefined}>
            Rename
          </Button>
        </>
      }
    >
      <Form id={id} method="post" noValidate onSubmit={submit}>
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
      </Form>
    </Dialog>
  )
}
