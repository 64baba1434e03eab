import { expect, test } from 'bun:test'
import { screen, within } from '@testing-library/react'
import type { ListedTerm } from '#contract/posts.ts'
import { aName, lists } from '#tests/admin/answers.ts'
import { openDashboard } from '#tests/admin/open-dashboard.tsx'

test('categories that only posts name are listed apart, and get files by one click, each or all', async () => {
  const unfiled = ['Bread & More', 'Diary'].map((name): ListedTerm => ({ ...aName(name), unfiled: true }))
  const { user, calls } = openDashboard({
    ...lists(),
    'GET /api/categories': () => ({ body: [aName('Shipping'), ...unfiled] }),
    'POST /api/categories': () => ({ status: 201, body: { created: [aName('Diary')], message: '1 category added.' } }),
  })
  const group = within(await screen.findByRole('region', { name: 'Used, no file yet' }))
  expect(group.getAllByRole('listitem').map((item) => item.firstChild?.textContent)).toEqual(['Bread & More', 'Diary'])
  expect(screen.queryByRole('button', { name: 'Rename Diary' })).toBeNull()
  await user.click(group.getByRole('button', { name: 'Create file for Diary' }))
  expect(calls('POST /api/categories')[0]?.json).toEqual({ name: ['Diary'] })
  expect((await screen.findAllByText('1 category added.')).length).toBeGreaterThan(0)
  await user.click(await screen.findByRole('button', { name: 'Make files of all 2' }))
  expect(calls('POST /api/categories')[1]?.json).toEqual({ name: ['Bread & More', 'Diary'] })
})
