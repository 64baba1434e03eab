import { describe, expect, mock, test } from 'bun:test'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Dialog } from '#client/ui/overlay/dialog.tsx'

function opened({ persistent = false } = {}) {
  const onClose = mock()
  const renderDialog = (open: boolean) => (
    <Dialog title="Edit Blog Post" open={open} onClose={onClose} persistent={persistent}>
      Text
    </Dialog>
  )
  const { rerender } = render(renderDialog(true))
  return { onClose, dialog: screen.getByRole<HTMLDialogElement>('dialog'), close: () => rerender(renderDialog(false)) }
}

describe('a dialog', () => {
  test('is named by its title and open while its prop says so', () => {
    const { dialog, close, onClose } = opened()
    expect(screen.getByRole('dialog', { name: 'Edit Blog Post' })).toBe(dialog)
    expect(dialog.open).toBe(true)
    close()
    expect(dialog.open).toBe(false)
    expect(onClose).not.toHaveBeenCalled()
  })

  test('asks to be closed by its button, Esc and the scrim', async () => {
    const { dialog, onClose } = opened()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    fireEvent.mouseDown(dialog)
    expect(onClose).toHaveBeenCalledTimes(3)
  })

  test('stays open when its text is clicked', () => {
    const { onClose } = opened()
    fireEvent.mouseDown(screen.getByText('Text'))
    expect(onClose).not.toHaveBeenCalled()
  })

  test('is closed only by its button when it is persistent', async () => {
    const { dialog, onClose } = opened({ persistent: true })
    const cancel = new Event('cancel', { cancelable: true })
    fireEvent(dialog, cancel)
    fireEvent.mouseDown(dialog)
    expect(cancel.defaultPrevented).toBe(true)
    expect(fireEvent.keyDown(dialog, { key: 'Escape' })).toBe(false)
    expect(dialog.getAttribute('closedby')).toBe('none')
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})
