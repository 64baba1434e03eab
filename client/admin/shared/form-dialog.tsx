import { type ComponentProps, type FormEvent, type ReactNode, type RefObject, useId } from 'react'
import { Button, type ButtonProps } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Dialog } from '#client/ui/overlay/dialog.tsx'

type Props = Omit<ComponentProps<typeof Dialog>, 'footer' | 'id'> & {
  /** The button that submits. Without it there is no form, so that the content can have its own. */
  submit: string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  /** What the button says while the form is sent. */
  busy?: string | undefined
  disabled?: boolean
  danger?: boolean
  /** The button that closes the dialog; `null` for none. */
  cancel?: string | null
  cancelVariant?: ButtonProps['variant']
  cancelRef?: RefObject<HTMLButtonElement | null>
  /** Buttons before the one that closes. */
  buttons?: ReactNode
  noValidate?: boolean
}

/** A dialog with a form: a button that closes it, and one that submits. */
export function FormDialog({
  submit,
  onSubmit,
  busy,
  disabled,
  danger = false,
  cancel = 'Cancel',
  cancelVariant = 'outline',
  cancelRef,
  buttons,
  noValidate,
  children,
  ...dialog
}: Props) {
  const id = useId()
  const submitHere = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React passes events through the tree, also out of a dialog into the form that it was opened from.
    event.stopPropagation()
    onSubmit(event)
  }
  const footer = (
    <>
      {buttons}
      {cancel !== null && (
        <Button variant={cancelVariant} ref={cancelRef} onClick={dialog.onClose}>
          {cancel}
        </Button>
      )}
      {submit !== undefined && (
        <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
          {submit}
        </Button>
      )}
    </>
  )
  return (
    <Dialog {...dialog} footer={footer}>
      {submit === undefined ? (
        children
      ) : (
        <Form id={id} method="post" noValidate={noValidate} onSubmit={submitHere}>
          {children}
        </Form>
      )}
    </Dialog>
  )
}

const s = createStyled('form-dialog')
const Form = s('form')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 18px;
`
