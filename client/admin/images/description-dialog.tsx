import type { FormEvent } from 'react'
import { useCloseThenUnmount, useFirstFocus } from '#client/admin/shared/dialogs.tsx'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { TextArea } from '#client/ui/form/inputs.tsx'
import { withoutInvisible } from '#contract/trimmed.ts'

const HINT =
  'What the picture shows, for readers who can’t see it. Leave it empty only if the picture adds nothing to the text.'

type DescriptionProps = { alt: string; onDescribed: (alt: string) => void; onClosed: () => void }

/** Asks for the description of an image of the text. */
export function DescriptionDialog({ alt, onDescribed, onClosed }: DescriptionProps) {
  const { open, close } = useCloseThenUnmount(onClosed)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    onDescribed(descriptionIn(event))
    close()
  }
  return (
    <FormDialog title="Describe this image" submit="Save description" onSubmit={submit} open={open} onClose={close}>
      <DescriptionField alt={alt} />
    </FormDialog>
  )
}

export function DescriptionField({ alt }: { alt: string }) {
  const field = useFirstFocus<HTMLTextAreaElement>()
  return (
    <Field label="Description" hint={HINT}>
      <TextArea ref={field} name="description" rows={3} defaultValue={alt} />
    </Field>
  )
}

/** The description in a submitted form, as one line. */
export const descriptionIn = ({ currentTarget }: FormEvent<HTMLFormElement>): string =>
  withoutInvisible(String(new FormData(currentTarget).get('description')).replace(/\s+/g, ' '))
