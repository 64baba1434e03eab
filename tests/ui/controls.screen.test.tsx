import { describe, expect, mock, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { Spinner } from '#client/ui/base/spinner.tsx'
import { Pagination } from '#client/ui/content/pagination.tsx'
import { RemovableChip } from '#client/ui/content/removable-chip.tsx'
import { Checkbox, Switch } from '#client/ui/form/checkbox.tsx'
import { Alert } from '#client/ui/overlay/alert.tsx'

test('a switch toggles with Space and announces its state', async () => {
  const turned = mock()
  render(
    <Switch checked={false} onChange={turned}>
      Show Monthly
    </Switch>,
  )
  screen.getByRole('switch', { name: 'Show Monthly', checked: false }).focus()
  await userEvent.keyboard(' ')
  expect(turned).toHaveBeenCalledWith(true)
})

test('a checkbox is checked by its label', async () => {
  render(<Checkbox>I agree</Checkbox>)
  await userEvent.click(screen.getByText('I agree'))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'I agree' }).checked).toBe(true)
})

test('a selected tag is removed by a button that names it', async () => {
  const removed = mock()
  render(
    <RemovableChip kind="selected" onRemove={removed} removeLabel="Remove Wholesale">
      Wholesale
    </RemovableChip>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Remove Wholesale' }))
  expect(removed).toHaveBeenCalledTimes(1)
})

test('an alert takes the focus after a failed submit and can be dismissed', async () => {
  const dismissed = mock()
  render(
    <Alert focusOnMount onDismiss={dismissed}>
      You have errors on the form in the field(s) Email
    </Alert>,
  )
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(dismissed).toHaveBeenCalledTimes(1)
})

test('a spinner says what is loading', () => {
  render(<Spinner label="Loading blog post..." />)
  expect(screen.getByRole('status').textContent).toBe('Loading blog post...')
})

describe('pagination', () => {
  const renderPagination = (page: number, pages: number) =>
    render(
      <MemoryRouter>
        <Pagination page={page} pages={pages} to={(number) => `/blog?page=${number}`} label="Pages of posts" />
      </MemoryRouter>,
    )

  test('marks the current page and links to adjacent, first and last pages', () => {
    renderPagination(5, 12)
    expect(screen.getByRole('navigation', { name: 'Pages of posts' }).textContent).toBe('1…456…12')
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('5')
    expect(screen.getByRole('link', { name: 'Next page' }).getAttribute('href')).toBe('/blog?page=6')
  })

  test('has no link before the first page, and is omitted for a single one', () => {
    renderPagination(1, 2)
    expect(screen.queryByRole('link', { name: 'Previous page' })).toBeNull()
    const { container } = renderPagination(1, 1)
    expect(container.textContent).toBe('')
  })
})
