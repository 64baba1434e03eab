import { describe, expect, mock, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FormEvent } from 'react'
import { Button } from '#client/ui/base/button.tsx'
import { readStyles } from '#tests/helpers/computed-styles.ts'

describe('a button', () => {
  readStyles()

  test('is pressed with Enter and with Space', async () => {
    const pressed = mock()
    render(<Button onClick={pressed}>Save</Button>)
    screen.getByRole('button', { name: 'Save' }).focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard(' ')
    expect(pressed).toHaveBeenCalledTimes(2)
  })

  test('stays focusable when disabled, announces it and does nothing', async () => {
    const pressed = mock()
    render(
      <Button disabled onClick={pressed}>
        Save
      </Button>,
    )
    await userEvent.tab()
    const button = screen.getByRole('button', { name: 'Save' })
    expect(document.activeElement).toBe(button)
    await userEvent.keyboard('{Enter}')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(pressed).not.toHaveBeenCalled()
  })

  test('announces its busy state and does not submit its form again', async () => {
    const sent = mock((event: FormEvent) => event.preventDefault())
    render(
      <form onSubmit={sent}>
        <Button type="submit" busy="Sending">
          Send
        </Button>
      </form>,
    )
    const button = screen.getByRole('button', { name: 'Sending' })
    expect(button.getAttribute('aria-busy')).toBe('true')
    await userEvent.click(button)
    expect(sent).not.toHaveBeenCalled()
  })
})
