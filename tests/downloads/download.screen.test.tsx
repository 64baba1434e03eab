import { beforeEach, describe, expect, test } from 'bun:test'
import { cleanup, render, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter, StaticRouter } from 'react-router-dom'
import DownloadPage from '#client/downloads/download-page.tsx'
import type { AppId, Links } from '#client/downloads/operating-system.ts'
import type { SiteInfo } from '#contract/site.ts'
import { aSite } from '#tests/helpers/cards.ts'

const page = (id: AppId, links: Links, facts: Partial<SiteInfo> = {}) => (
  <DownloadPage data={id} site={aSite({ downloads: { driver: {}, operator: {}, [id]: links }, ...facts })} />
)
const renderPage = (id: AppId, links: Links = {}, facts: Partial<SiteInfo> = {}) =>
  render(<MemoryRouter>{page(id, links, facts)}</MemoryRouter>)

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
    expect(screen.getByText('You get Driver Pro with your setup: we install it on your drivers’ phones.')).toBeDefined()
    const steps = screen.getAllByRole('listitem').map((step) => within(step).getByRole('heading').textContent)
    expect(steps).toEqual(['We set up your users', 'We install Driver Pro', 'You start with your own data'])
    expect(screen.getByText(/We install it with you during setup/)).toBeDefined()
  })

  test('shows the badges of the two app stores for links to them', () => {
    renderPage('driver', {
      ios: 'https://apps.apple.com/app/id1',
      android: 'https://play.google.com/store/apps/details?id=a',
      windows: links.windows,
    })
    for (const name of ['Download on the App Store', 'Get it on Google Play', 'Download for Windows'])
      expect(screen.getByRole('link', { name })).toBeDefined()
  })

  test.each(['driver', 'operator'] as const)(
    'of the %s app does not send its reader to the other one, and calls nothing a download that is none',
    (id) => {
      renderPage(id)
      const goals = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
      expect(new Set(goals)).toEqual(new Set(['/contact-us']))
      expect(screen.queryByRole('link', { name: /download/i })).toBeNull()
    },
  )

  test('shows what the app does and needs only if site.yml says so', () => {
    const facts = { does: [{ title: 'Shows the stops', text: 'In order.' }], requires: ['Android 12'] }
    const apps = { driver: facts, operator: { does: [], requires: [] } }
    renderPage('driver', {}, { apps })
    expect(screen.getByRole('heading', { name: 'What Driver Pro does' })).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Shows the stops' })).toBeDefined()
    expect(screen.getByText('Android 12')).toBeDefined()
    cleanup()
    renderPage('operator', {}, { apps })
    expect(screen.queryByRole('heading', { name: /^What Operator Pro does|What it needs/ })).toBeNull()
  })

  test('has a QR code only if the URL of the site is known', () => {
    renderPage('driver', {}, { publicUrl: 'https://acme.example' })
    const code = screen.getByRole('img', { name: 'QR code of https://acme.example/download-acme-driver-pro' })
    expect(code.getAttribute('src')).toBe('/apps/driver.svg')
    cleanup()
    renderPage('driver')
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
  })
})
