import { type FormEvent, useId, useState } from 'react'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { Button } from '#client/ui/base/button.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextArea } from '#client/ui/form/inputs.tsx'
import { Dialog } from '#client/ui/overlay/dialog.tsx'
import { withoutInvisible } from '#contract/trimmed.ts'

const HINT =
  'What the picture shows, for readers who cannot see it. Leave it empty only if the picture adds nothing to the text.'

type DescriptionProps = { alt: string; onDescribed: (alt: string) => void; onClosed: () => void }

/** Asks for the description of an image of the text. */
export function DescriptionDialog({ alt, onDescribed, onClosed }: DescriptionProps) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const form = useId()
  return (
    <Dialog
      title="Describe this image"
      open={open}
      onClose={close}
      footer={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={form}>
            Save description
          </Button>
        </>
      }
    >
      <DescriptionForm
        id={form}
        alt={alt}
        onDescribed={(described) => {
          onDescribed(described)
          close()
        }}
      />
    </Dialog>
  )
}

export function DescriptionForm({
  id,
  alt,
  onDescribed,
}: {
  id: string
  alt: string
  onDescribed: (alt: string) => void
}) {
  const [typed, setTyped] = useState(alt)
  const field = useFirstFocus<HTMLTextAreaElement>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The page around the editor may be a form, too.
    event.stopPropagation()
    onDescribed(withoutInvisible(typed.replace(/\s+/g, ' ')))
  }
  return (
    <form id={id} onSubmit={submit}>
      <Field label="Description" hint={HINT}>
        <TextArea ref={field} rows={3} value={typed} onChange={({ target }) => setTyped(target.value)} />
      </Field>
    </form>
  )
}
