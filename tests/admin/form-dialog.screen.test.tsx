import { expect, mock, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createPortal } from 'react-dom'
import { FormDialog } from '#client/admin/shared/form-dialog.tsx'

function opened({ submit }: { submit: string | undefined }) {
  const [onSubmit, onOuterSubmit, onClose] = [mock(), mock(), mock()]
  const dialog = (
    <FormDialog title="Rename" submit={submit} onSubmit={onSubmit} open onClose={onClose}>
      <input aria-label="Name" />
    </FormDialog>
  )
  render(<form onSubmit={onOuterSubmit}>{createPortal(dialog, document.body)}</form>)
  return { onSubmit, onOuterSubmit, onClose }
}

test('Enter in a field of a dialog submits its form, not the one that it was opened from', async () => {
  const { onSubmit, onOuterSubmit } = opened({ submit: 'Save' })
  await userEvent.type(screen.getByLabelText('Name'), 'Key{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
  expect(onOuterSubmit).not.toHaveBeenCalled()
})

test('a dialog that has nothing to submit yet has no form and no button for it', async () => {
  const { onSubmit, onClose } = opened({ submit: undefined })
  expect(screen.getByLabelText<HTMLInputElement>('Name').form).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(onSubmit).not.toHaveBeenCalled()
})
