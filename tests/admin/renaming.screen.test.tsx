import { describe, expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import { type Answers, aName, lists } from '#tests/admin/answers.ts'
import { openDashboard } from '#tests/admin/open-dashboard.tsx'

for (const { name, path, other } of [
  { name: 'Production', path: '/api/categories/production', other: 'Shipping' },
  { name: 'Milk', path: '/api/tags/milk', other: 'Bakery' },
]) {
  const PUT = `POST ${path}`
  async function open(answers: Answers = {}) {
    const dashboard = openDashboard({ ...lists(), [PUT]: () => ({ body: aName('Another') }), ...answers })
    await dashboard.user.click(await screen.findByRole('button', { name: `Rename ${name}` }))
    return { ...dashboard, field: screen.getByLabelText<HTMLInputElement>(`New name of ${name}`) }
  }

  describe(`renaming ${name} in place`, () => {
    test('saves on Enter, reloads the lists and restores the focus', async () => {
      const { user, field, calls } = await open()
      expect(document.activeElement).toBe(field)
      await user.clear(field)
      await user.type(field, ' Another {Enter}')
      expect(await screen.findByText(`Renamed “${name}” to “Another”`)).toBeTruthy()
      const [call] = calls(PUT)
      expect([call?.json, call?.query.get('_method')]).toEqual([{ name: 'Another' }, 'PUT'])
      await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(`Rename ${name}`))
      expect(calls('GET /api/tags')).toHaveLength(2)
    })

    test('discards the name on Escape, and does not send an empty or unchanged one', async () => {
      const { user, field, calls } = await open()
      await user.type(field, 'x{Escape}')
      expect(screen.queryByLabelText(`New name of ${name}`)).toBeNull()
      await user.click(screen.getByRole('button', { name: `Rename ${name}` }))
      await user.clear(screen.getByLabelText(`New name of ${name}`))
      await user.keyboard('{Enter}')
      expect(screen.queryByLabelText(`New name of ${name}`)).toBeNull()
      expect(calls(PUT)).toEqual([])
    })

    test('shows a server error and keeps the typed text', async () => {
      const message = 'There is one of this name already.'
      const { user, field } = await open({
        [PUT]: () => ({ status: 422, body: { message: 'Please check.', errors: { name: { message } } } }),
      })
      await user.clear(field)
      await user.type(field, `${other}{Enter}`)
      expect((await screen.findByRole('alert')).textContent).toContain(message)
      expect(screen.getByLabelText<HTMLInputElement>(`New name of ${name}`).value).toBe(other)
    })
  })
}
