import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { TOAST_MS, TOAST_WITH_ACTION_MS, ToastProvider, useToast } from '#client/ui/overlay/toast.tsx'

function Saver({ message }: { message: ReactNode }) {
  const toast = useToast()
  return (
    <button type="button" onClick={() => toast(message)}>
      Save
    </button>
  )
}

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds))

function saved(message: ReactNode = 'Post updated') {
  render(
    <ToastProvider>
      <Saver message={message} />
    </ToastProvider>,
  )
  const region = screen.getByRole('status')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  return region
}

function Failing() {
  const toast = useToast()
  return (
    <button type="button" onClick={() => toast('The image was not deleted', 'failed')}>
      Fail
    </button>
  )
}

describe('a toast', () => {
  test('about a failure is announced at once and has no check mark', () => {
    render(
      <ToastProvider>
        <Saver message="Post updated" />
        <Failing />
      </ToastProvider>,
    )
    const region = screen.getByRole('status')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    const checkMark = region.querySelector('svg')?.innerHTML
    fireEvent.click(screen.getByRole('button', { name: 'Fail' }))
    expect(region.getAttribute('aria-live')).toBe('off')
    const failed = screen.getByRole('alert')
    expect(failed.textContent).toBe('The image was not deleted')
    expect(failed.querySelector('svg')?.innerHTML).not.toBe(checkMark)
  })

  test('appears in an existing status region and disappears after five seconds', () => {
    const region = saved()
    expect(region.textContent).toBe('Post updated')
    pass(TOAST_MS - 1)
    expect(region.textContent).toBe('Post updated')
    pass(1)
    expect(region.textContent).toBe('')
  })

  test('with a button stays for twenty seconds, so that the keyboard reaches it', () => {
    const region = saved(<button type="button">Undo</button>)
    pass(TOAST_WITH_ACTION_MS - 1)
    expect(region.textContent).toBe('Undo')
    pass(1)
    expect(region.textContent).toBe('')
  })

  test('stays while the pointer or the focus is on it', () => {
    const region = saved()
    const dismiss = screen.getByRole('button', { name: 'Dismiss' })
    fireEvent.mouseEnter(dismiss)
    pass(TOAST_MS * 2)
    expect(region.textContent).toBe('Post updated')
    fireEvent.mouseLeave(dismiss)
    fireEvent.focus(dismiss)
    pass(TOAST_MS * 2)
    expect(region.textContent).toBe('Post updated')
    fireEvent.blur(dismiss)
    pass(TOAST_MS)
    expect(region.textContent).toBe('')
  })

  test('stays for its whole time after a dialog that covers it is closed', () => {
    const region = saved(<button type="button">Undo</button>)
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.open = true
    pass(TOAST_WITH_ACTION_MS * 2)
    expect(region.textContent).toBe('Undo')
    dialog.remove()
    pass(TOAST_WITH_ACTION_MS - 1)
    expect(region.textContent).toBe('Undo')
    pass(1)
    expect(region.textContent).toBe('')
  })

  test('can be dismissed', () => {
    const region = saved()
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(region.textContent).toBe('')
  })
})
