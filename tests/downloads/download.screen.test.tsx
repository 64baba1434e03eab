import { beforeEach, describe, expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, StaticRouter } from 'react-router-dom'
import DownloadPage from '#client/downloads/download-page.tsx'
import type { AppId, Links } from '#client/downloads/operating-system.ts'
import { aSite } from '#tests/helpers/cards.ts'

const page = (id: AppId, links: Links) => (
  <DownloadPage data={id} site={aSite({ downloads: { driver: {}, operator: {}, [id]: links } })} />
)
const renderPage = (id: AppId, links: Links = {}) => render(<MemoryRouter>{page(id, links)}</MemoryRouter>)

const links = { android: 'https://a.example/app', ios: 'https://i.example/app', windows: 'https://w.example/app' }
const downloads = () =>
  screen
    .getAllByRole('link', { name: /^Download for/ })
    .map((link) => [link.textContent?.trim(), link.getAttribute('href')])

function onDevice(platform: string) {
  Object.defineProperty(navigator, 'platform', { value: platform, configurable: true })
  Object.defineProperty(navigator, 'userAgent', { value: platform, configurable: true })
}
beforeEach(() => onDevice('PlayStation'))

describe('an app download page', () => {
  test("offers the reader's system first and keeps the others reachable", () => {
    onDevice('Win32')
    renderPage('operator', links)
    expect(downloads()).toEqual([
      ['Download for Windows', links.windows],
      ['Download for Android', links.android],
      ['Download for iOS', links.ios],
    ])
    expect(screen.getByText('We detected Windows on this device.')).toBeDefined()
  })

  test("says so when there is no download for the reader's system", () => {
    onDevice('Linux x86_64')
    renderPage('driver', links)
    expect(downloads()).toHaveLength(3)
    expect(screen.getByText('We detected Linux: no download for it yet.')).toBeDefined()
  })

  test('is the same for all readers when the server renders it', () => {
    onDevice('Win32')
    const html = renderToString(<StaticRouter location="/">{page('driver', links)}</StaticRouter>)
    expect(html.indexOf(links.android)).toBeLessThan(html.indexOf(links.windows))
    expect(html).not.toContain('We detected')
  })

  test('says how to get the app instead of showing a dead link', () => {
    renderPage('driver')
    expect(screen.queryByRole('link', { name: /^Download for/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Ask us for the app' }).getAttribute('href')).toBe('/contact-us')
    expect(screen.getByText(/Ask us for the app and we set it up with you/)).toBeDefined()
  })

  test.each([
    ['driver', 'Download Operator Pro app', '/download-acme-operator-pro'],
    ['operator', 'Download Driver Pro app', '/download-acme-driver-pro'],
  ] as const)('links from the %s app to the other one', (id, name, path) => {
    renderPage(id)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(path)
  })
})
