import { beforeEach, describe, expect, test } from 'bun:test'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { AdminFrame } from '#client/app/frame/admin-frame.tsx'
import { SiteFrame } from '#client/app/frame/site-frame.tsx'
import { aSite } from '#tests/app/a-site.ts'
import { readStyles } from '#tests/helpers/computed-styles.ts'

const renderLayout = (Frame: typeof SiteFrame = SiteFrame) =>
  render(
    <MemoryRouter>
      <Frame site={aSite}>
        <h1>A page</h1>
      </Frame>
    </MemoryRouter>,
  )

const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => [link.getAttribute('aria-label') ?? link.textContent, link.getAttribute('href')])

const fourLinks = [
  ['Download Driver Pro app', '/download-crumbs-driver-pro'],
  ['Download Operator Pro app', '/download-crumbs-operator-pro'],
  ['Learn More', '/learn-more'],
  ['Contact Us', '/contact-us'],
]

describe('the toolbar', () => {
  readStyles()

  test('has a logo that links to / and four links', () => {
    renderLayout()
    const bar = screen.getByRole('banner')
    expect(within(bar).getByRole('link', { name: 'Crumbs home' }).getAttribute('href')).toBe('/')
    expect(linksIn(within(bar).getByRole('navigation', { name: 'Main' }))).toEqual(fourLinks)
  })

  test('offers buyers the trades, the prices, the blog and the free trial', () => {
    renderLayout()
    Object.assign(screen.getByText('Trades').closest('details') ?? {}, { open: true })
    expect(linksIn(screen.getByRole('navigation', { name: 'For buyers' }))).toEqual([
      ['Bakeries Tonight’s bake comes from today’s orders.', '/bakery-erp'],
      ['Milk distribution The same doors, every week.', '/milk-distribution'],
      ['Sauce makers Batches, jars and wholesale cases in one place.', '/sauce-erp'],
      ['Importers Know what is promised before it lands.', '/importers'],
      ['Distributors Many lines, many clients, one set of numbers.', '/distributors'],
      ['Pricing', '/pricing'],
      ['Blog', '/blog'],
      ['Try For Free', '/pricing/try-for-free'],
    ])
  })

  test('closes the trades on Escape, outside of them, and when one is followed', async () => {
    renderLayout()
    const summary = screen.getByText('Trades')
    const trades = summary.closest('details') as HTMLDetailsElement
    trades.open = true
    within(trades).getAllByRole('link')[2]?.focus()
    expect(trades.open).toBe(true)
    await userEvent.keyboard('{Escape}')
    expect([trades.open, document.activeElement]).toEqual([false, summary])
    trades.open = true
    await userEvent.click(screen.getByRole('heading', { level: 1 }))
    expect(trades.open).toBe(false)
    trades.open = true
    await userEvent.click(within(trades).getByRole('link', { name: /^Importers/ }))
    expect(trades.open).toBe(false)
  })

  test('is transparent at the top of the page and solid once it is scrolled at all', () => {
    renderLayout()
    const ground = () => getComputedStyle(screen.getByRole('banner')).backgroundColor
    const scroll = (top: number) =>
      act(() => {
        window.scrollTo(0, top)
        window.dispatchEvent(new Event('scroll'))
      })
    document.documentElement.style.setProperty('--bg', 'black')
    expect(ground()).toBe('transparent')
    scroll(1)
    expect(ground()).toBe('black')
    scroll(0)
    expect(ground()).toBe('transparent')
  })

  test('puts the skip link first in the tab order', async () => {
    renderLayout()
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Skip to content')
    expect(document.activeElement?.getAttribute('href')).toBe('#main')
    expect(screen.getByRole('main').id).toBe('main')
  })
})

describe('the mobile menu', () => {
  beforeEach(() => {
    Object.assign(window, { innerWidth: 390, innerHeight: 844 })
  })

  test('opens from the hamburger with the way for buyers, the same four links and a close icon', async () => {
    renderLayout()
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
    const menu = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Menu' })
    expect(menu.open).toBe(true)
    const links = linksIn(within(menu).getByRole('navigation'))
    expect(links.map(([, path]) => path)).toEqual([
      '/pricing/try-for-free',
      '/pricing',
      '/features',
      ...['/bakery-erp', '/milk-distribution', '/sauce-erp', '/importers', '/distributors'],
      '/blog',
      ...fourLinks.map(([, path]) => path),
    ])
    expect(links.slice(-4)).toEqual(fourLinks)
    await userEvent.click(within(menu).getByRole('button', { name: 'Close menu' }))
    expect(menu.open).toBe(false)
  })

  test('closes when one of its links is followed', async () => {
    renderLayout()
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
    const menu = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Menu' })
    await userEvent.click(within(menu).getByRole('link', { name: 'Learn More' }))
    expect(menu.open).toBe(false)
  })

  test("opens both dialogs with the browser's own command attributes where they are supported", () => {
    renderLayout()
    const opener = (name: string) => {
      const button = screen.getByRole('button', { name })
      return [button.getAttribute('command'), button.getAttribute('commandfor')]
    }
    expect(opener('Open menu')).toEqual(['show-modal', 'mobile-menu'])
    expect(opener('Privacy Policy')).toEqual(['show-modal', 'privacy-policy'])
    expect(document.getElementById('mobile-menu')?.tagName).toBe('DIALOG')
    expect(document.getElementById('privacy-policy')?.tagName).toBe('DIALOG')
  })
})

test("renders the dashboard without the site's toolbar and footer", () => {
  renderLayout(AdminFrame)
  expect(screen.queryByRole('banner')).toBeNull()
  expect(screen.queryByRole('contentinfo')).toBeNull()
  expect(within(screen.getByRole('main')).getByRole('heading', { level: 1 }).textContent).toBe('A page')
})

test('says on the pages of administrators that they need JavaScript', () => {
  renderLayout(AdminFrame)
  expect(screen.getByText(/^The dashboard needs JavaScript/)).toBeTruthy()
})
