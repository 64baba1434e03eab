import { expect, spyOn, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { CategoryCombobox } from '#client/admin/writing/category-combobox.tsx'
import { answering } from '#tests/admin/answers.ts'

const categories = [
  { id: 'production', name: 'Production' },
  { id: 'shipping', name: 'Shipping' },
]

function Page({ onChosen }: { onChosen: (id: string) => void }) {
  const [value, setValue] = useState('production')
  const choose = (id: string) => {
    setValue(id)
    onChosen(id)
  }
  return <CategoryCombobox categories={categories} value={value} error={undefined} onChange={choose} />
}

/** The field of a post in Production. `chosen` are the ids that it had afterwards. */
function openField() {
  const server = answering({})
  const chosen: string[] = []
  render(<Page onChosen={(id) => chosen.push(id)} />)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Category' })
  return { ...server, user: userEvent.setup(), field, chosen }
}
const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('a category is chosen from all of them with the keyboard', async () => {
  const { user, field, chosen } = openField()
  await user.tab()
  expect(screen.queryAllByRole('option')).toEqual([])
  await user.keyboard('{ArrowDown}')
  expect(offered()).toEqual(['Production', 'Shipping'])
  await user.keyboard('{ArrowDown}{Enter}')
  expect([chosen, field.value]).toEqual([['shipping'], 'Shipping'])
})

test('the arrow keys keep the chosen suggestion in the visible part of the list', async () => {
  const { user } = openField()
  const shown: string[] = []
  const scrolling = spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.textContent ?? '')
  })
  await user.tab()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}')
  expect(shown.slice(-3)).toEqual(['Shipping', 'Production', 'Shipping'])
  scrolling.mockRestore()
})

test('a name that is typed as it is, and left, is the category', async () => {
  const { user, field, chosen } = openField()
  await user.clear(field)
  await user.type(field, 'shipping')
  await user.tab()
  expect([chosen, field.value]).toEqual([['shipping'], 'Shipping'])
})

test('a new category is a chip, made only by choosing so, and no request', async () => {
  const { user, field, chosen, asked } = openField()
  await user.clear(field)
  await user.type(field, 'Baking')
  await user.tab()
  expect([chosen, field.value]).toEqual([[''], 'Baking'])
  expect(screen.getByText(/“Baking” isn’t a category yet/)).toBeTruthy()
  await user.click(field)
  await user.click(screen.getByRole('option', { name: 'Create “Baking”' }))
  expect([chosen.at(-1), field.value]).toEqual(['new:Baking', 'Baking'])
  expect(screen.getByText('new')).toBeTruthy()
  expect(screen.queryByText(/isn’t a category yet/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove Baking' }))
  expect([chosen.at(-1), field.value]).toEqual(['', ''])
  expect(screen.queryByText('new')).toBeNull()
  expect(asked).toEqual([])
})
