import { expect, test } from 'bun:test'
import { render } from '@testing-library/react'
import { elementOfFragment } from '#client/lib/url-fragment.ts'

test('the element of a URL fragment is found, and one that cannot be decoded names none', () => {
  render(<h2 id="käse">Käse</h2>)
  expect(elementOfFragment('#k%C3%A4se')?.textContent).toBe('Käse')
  for (const fragment of ['', '#', '#nothing', '#K%E4se', '#%', '#%zz']) expect(elementOfFragment(fragment)).toBeNull()
})
