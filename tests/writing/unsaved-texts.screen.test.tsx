import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { OtherTexts } from '#client/admin/post-form/other-texts.tsx'

const DAY_MS = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** The line that names the texts, which are deleted in so many days. */
function lineFor(...days: number[]) {
  const heads = days.map((one) => ({
    ...{ key: `post-${one}`, title: `Due in ${one} days` },
    ...{ saved_at: inDays(one - 30), deleted_at: inDays(one) },
  }))
  const { container, unmount } = render(
    <MemoryRouter>
      <OtherTexts heads={heads} />
    </MemoryRouter>,
  )
  const line = container.querySelector('summary')?.textContent
  const warnings = screen.queryAllByText(/Deleted on/).length
  unmount()
  return [line, warnings]
}

test('warns a week before unsaved texts are deleted', () => {
  expect(lineFor(20)).toEqual(['One unsaved text', 0])
  expect(lineFor(6)).toEqual(['One unsaved text, deleted within a week', 1])
  expect(lineFor(20, 6)).toEqual(['2 unsaved texts, one is deleted within a week', 1])
  expect(lineFor(20, 6, 1)).toEqual(['3 unsaved texts, 2 are deleted within a week', 2])
})
