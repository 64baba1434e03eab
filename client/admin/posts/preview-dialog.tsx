import { useCloseThenUnmount } from '#client/admin/use-close-then-unmount.ts'
import { useFirstFocus } from '#client/admin/use-first-focus.ts'
import { Button } from '#client/ui/form/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { Dialog } from '#client/ui/overlay/dialog.tsx'

/** A preview link to be copied by hand: the browser did not let us. */
export function PreviewDialog({ address, onClosed }: { address: string; onClosed: () => void }) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const field = useFirstFocus<HTMLInputElement>()
  return (
    <Dialog title="Preview link" open={open} onClose={close} footer={<Button onClick={close}>Done</Button>}>
      <Field label="Copy this link" hint="Whoever has it sees this post, for seven days.">
        <TextInput ref={field} readOnly value={address} onFocus={({ target }) => target.select()} />
      </Field>
    </Dialog>
  )
}
