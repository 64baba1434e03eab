import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { useListbox } from '#client/admin/shared/use-listbox.ts'

/** A field whose suggestions are those of `offeredFor`. */
function Field({ offeredFor, startsAtFirst }: { offeredFor: string; startsAtFirst: boolean }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState('')
  const options = ['Rye', 'Oat', 'Spelt'].map((name) => `${name} ${offeredFor}`)
  const list = useListbox<HTMLUListElement>({
    id: 'breads',
    label: 'Breads',
    count: options.length,
    typed,
    startsAtFirst,
    isStale: typed !== offeredFor,
    onChoose: (index) => setChosen(options[index] ?? ''),
  })
  return (
    <>
      <input
        {...list.fieldProps}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={list.onKeyDown}
      />
      <ul {...list.listProps}>
        {options.map((name, index) => (
          <li key={name} {...list.optionProps(index)}>
            {name}
          </li>
        ))}
      </ul>
      <output>{chosen}</output>
    </>
  )
}

function openField(offeredFor: string, startsAtFirst = true) {
  render(<Field offeredFor={offeredFor} startsAtFirst={startsAtFirst} />)
  const field = screen.getByRole('combobox')
  return {
    user: userEvent.setup(),
    field,
    active: () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent,
    chosen: () => screen.getByRole('status').textContent,
  }
}

test('arrow keys move through suggestions and around their ends, and each one is scrolled into view', async () => {
  const { user, field, active, chosen } = openField('b')
  const seen: (string | null)[] = []
  Element.prototype.scrollIntoView = function scrollIntoView() {
    seen.push(this.textContent)
  }
  await user.type(field, 'b')
  expect(active()).toBe('Rye b')
  await user.keyboard('{ArrowUp}')
  expect([active(), seen.at(-1)]).toEqual(['Spelt b', 'Spelt b'])
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  expect([active(), seen.at(-1), chosen()]).toEqual(['Oat b', 'Oat b', 'Oat b'])
})

test('Enter chooses nothing before an arrow key where what is typed can be accepted itself', async () => {
  const { user, field, active, chosen } = openField('b', false)
  await user.type(field, 'b{Enter}')
  expect([active(), chosen()]).toEqual([undefined, ''])
  await user.keyboard('{ArrowDown}{Enter}')
  expect(chosen()).toBe('Rye b')
})

test('no key chooses a suggestion for an earlier text', async () => {
  const { user, field, active, chosen } = openField('b')
  await user.type(field, 'b{ArrowDown}')
  await user.type(field, 'r{Enter}')
  expect([active(), chosen()]).toEqual([undefined, ''])
})
