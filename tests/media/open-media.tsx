import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { BrowserRouter, Route } from 'react-router-dom'
import MediaPage from '#client/admin/media/media-page.tsx'
import { ADMIN_TOKEN_KEY } from '#client/api/session-keys.ts'
import type { MediaItem, MediaList } from '#contract/media.ts'
import { pagePaths } from '#contract/paths.ts'
import { type Answers, answering } from '#tests/admin/answers.ts'
import { FramedRoutes } from '#tests/admin/framed-routes.tsx'
import { requestsThroughFetch } from './fake-request.ts'

export const MEDIA = 'GET /api/media'
export const ADD = 'POST /api/media'

/** A screen with these responses. */
export function show(element: ReactNode, answers: Answers) {
  requestsThroughFetch()
  const unread = () => ({ body: { leads: [], next: null, unread: 0 } })
  const server = answering({ 'GET /api/leads': unread, ...answers })
  localStorage.setItem(ADMIN_TOKEN_KEY, 'a.b.c')
  history.pushState(null, '', pagePaths.adminMedia)
  render(
    <BrowserRouter>
      <FramedRoutes pages={{ [pagePaths.adminMedia]: element }}>
        <Route path="*" element={<p>Another page</p>} />
      </FramedRoutes>
    </BrowserRouter>,
  )
  return { user: userEvent.setup({ applyAccept: false }), ...server }
}

export const openMedia = (answers: Answers) => show(<MediaPage />, answers)

export const anImage = (changes: Partial<MediaItem> = {}): MediaItem => {
  const path = changes.path ?? `posts/${'a'.repeat(32)}-1200x800.webp`
  return {
    path,
    alt: 'Loaves on a rack',
    width: 1200,
    height: 800,
    widths: [480, 960, 1200],
    file: path,
    url: `/storage/${path}`,
    name: null,
    caption: '',
    bytes: 84_000,
    added: '2026-03-01T10:00:00.000Z',
    used_in: [],
    elsewhere: false,
    ...changes,
  }
}

export const listOf = (...items: MediaItem[]): { body: MediaList } => ({
  body: { items, total: items.length, next: null },
})
export const aPhoto = (name = 'photo.png', type = 'image/png') => new File(['bytes'], name, { type })
export const toast = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join(' ')
