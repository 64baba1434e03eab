import { afterEach, describe, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import { shortcutGroups } from '#client/admin/shell/shortcut-list.ts'
import type { EditorHost } from '#client/admin/visual-editor/commands/editor-host.ts'
import { createTools } from '#client/admin/visual-editor/tools/tools.ts'
import { THEME_KEY } from '#client/lib/use-theme.ts'
import { lists } from '#tests/admin/answers.ts'
import { openDashboard } from '#tests/admin/open-dashboard.tsx'

afterEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset.theme
})

describe('the bar of the dashboard', () => {
  test("switches the theme and remembers it like the site's footer", async () => {
    const { user } = openDashboard(lists())
    await user.click(await screen.findByRole('button', { name: 'Switch to light theme' }))
    expect(document.documentElement.dataset.theme).toBe('light')
    expect(localStorage.getItem(THEME_KEY)).toBe('light')
    await user.click(await screen.findByRole('button', { name: 'Switch to dark theme' }))
    expect(localStorage.getItem(THEME_KEY)).toBe('dark')
  })

  test('opens the help with its button, with answers and shortcuts', async () => {
    const { user } = openDashboard(lists())
    await user.click(await screen.findByRole('button', { name: 'Help' }))
    const help = within(await screen.findByRole('dialog', { name: 'Help' }))
    expect(help.getByText('How do I undo a delete?')).toBeTruthy()
    expect(help.getByRole('rowheader', { name: 'Strikethrough' })).toBeTruthy()
    expect(help.getByRole('row', { name: /^Publish, schedule or update, after asking Alt\+Shift\+P$/ })).toBeTruthy()
    await user.click(help.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('opens the help with ?, but not while text is typed nor when the key is turned off', async () => {
    const { user } = openDashboard(lists())
    await user.click(await screen.findByLabelText('New Categories (comma-separated)'))
    await user.keyboard('?')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(document.body)
    await user.keyboard('?')
    const help = within(await screen.findByRole('dialog', { name: 'Help' }))
    await user.click(help.getByRole('checkbox', { name: 'The key ? opens this help' }))
    await user.click(help.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(document.body)
    await user.keyboard('?')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('shows first steps until they are dismissed in this browser', async () => {
    const { user } = openDashboard(lists())
    const steps = await screen.findByRole('region', { name: 'First steps' })
    expect(within(steps).getByRole('link', { name: 'Start a post' }).getAttribute('href')).toBe('/admin/blog/new')
    expect(within(steps).getByRole('link', { name: 'Set your name and invite others' }).getAttribute('href')).toBe(
      '/admin/account',
    )
    await user.click(within(steps).getByRole('button', { name: 'Dismiss first steps' }))
    expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
    expect(localStorage.getItem('admin-first-steps-hidden')).toBe('on')
  })
})

test("lists the shortcuts of all of the visual editor's tools", () => {
  const listed = new Map(
    shortcutGroups.find(({ title }) => title === 'Visual editor')?.shortcuts.map(({ does, keys }) => [does, keys[0]]),
  )
  const host: EditorHost = Object.create(null)
  const withKeys = createTools({ ...host, openDialog: () => {}, openSearch: () => {} }).all.filter(({ keys }) => keys)
  expect(withKeys.map(({ label, keys }) => [label, keys])).toEqual(
    withKeys.map(({ label }) => [label, listed.get(label)]),
  )
  expect(withKeys.length).toBeGreaterThan(10)
})
