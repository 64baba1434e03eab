import { describe, expect, test } from 'bun:test'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import HeroVideo from '#client/home/hero-video.tsx'
// Loaded before the tests, which wait one second for it.
import '#client/mockups/board/board.tsx'

const BOARD = 'Production board to try, sample data'

async function openBoard() {
  const user = userEvent.setup()
  render(<HeroVideo />)
  await user.click(screen.getByRole('button', { name: 'Try it' }))
  const board = await screen.findByRole('region', { name: BOARD })
  return { user, board: within(board), section: board }
}
const status = (board: ReturnType<typeof within>) => board.getByRole('status').textContent

describe('the board in the hero', () => {
  test('takes the place of the video and the focus, until Close returns both', async () => {
    const { user, board, section } = await openBoard()
    expect(document.querySelector('video')).toBeNull()
    expect(document.activeElement).toBe(section)
    await user.click(board.getByRole('button', { name: 'Close the board' }))
    expect(document.querySelector('video')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try it' }))
  })

  test('closes with Escape', async () => {
    const { user } = await openBoard()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: BOARD })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try it' }))
  })

  test('is captioned as sample data', async () => {
    await openBoard()
    expect(screen.getByText('Sample data. What you enter is not sent anywhere.')).toBeTruthy()
  })

  test('adds an order and announces the numbers, the crates and the total', async () => {
    const { user, board, section } = await openBoard()
    await user.click(board.getByRole('radio', { name: 'Saturday' }))
    const quantity = board.getByRole('spinbutton', { name: 'Sourdough to order' })
    await user.clear(quantity)
    await user.type(quantity, '20')
    await user.click(board.getByRole('button', { name: 'Add order for Saturday' }))
    expect(status(board)).toMatch(
      /Saturday: Sourdough 180, Baguette 144, Croissant 102, 24 crates\. Invoice total \$214\.80/,
    )
    const saturday = [...section.querySelectorAll('td[data-day=sat]')].map(({ textContent }) => textContent)
    expect(saturday).toEqual(['180 +20', '144 +24', '102 +6', '24'])
    expect(board.getByText('20 Sourdough').nextSibling?.textContent).toBe('$84.00')
    expect(board.getByText('Total').nextSibling?.textContent).toBe('$214.80')
  })

  test('changes quantities with plus and minus, and cannot add an empty order', async () => {
    const { user, board } = await openBoard()
    await user.click(board.getByRole('button', { name: 'More Baguette' }))
    expect(board.getByRole('spinbutton', { name: 'Baguette to order' })).toHaveProperty('value', '30')
    for (const name of ['Sourdough', 'Baguette', 'Croissant'])
      await user.clear(board.getByRole('spinbutton', { name: `${name} to order` }))
    const add = board.getByRole('button', { name: 'Add order for Friday' })
    expect(add.getAttribute('aria-disabled')).toBe('true')
    await user.click(add)
    expect(status(board)).toBe('')
  })

  test('starts over', async () => {
    const { user, board } = await openBoard()
    const total = () => board.getByText('Total').nextSibling?.textContent
    await user.click(board.getByRole('button', { name: 'Add order for Friday' }))
    expect(total()).toBe('$181.20')
    await user.click(board.getByRole('button', { name: 'Start over' }))
    expect(total()).toBe('$0.00')
    expect(status(board)).toBe('Your orders are off the board.')
  })
})
