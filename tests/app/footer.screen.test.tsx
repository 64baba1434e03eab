import { describe, expect, test } from 'bun:test'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { Footer } from '#client/app/frame/footer.tsx'
import { aSite } from '#tests/app/a-site.ts'

function renderFooter() {
  render(
    <MemoryRouter>
      <Footer site={aSite} />
    </MemoryRouter>,
  )
  return screen.getByRole('contentinfo')
}

describe('the footer', () => {
  test('opens external social pages in a new tab', () => {
    const foot = renderFooter()
    for (const name of ['Facebook', 'X (Twitter)', 'Google search', 'Instagram']) {
      const link = within(foot).getByRole('link', { name })
      expect(link.getAttribute('href')).toStartWith('https://')
      expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener'])
    }
  })

  const linksIn = (column: string) =>
    within(screen.getByRole('navigation', { name: column }))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))

  test('links to the product and its apps under Product', () => {
    renderFooter()
    expect(linksIn('Product')).toEqual([
      '/features',
      '/pricing',
      '/distributors',
      '/download-crumbs-driver-pro',
      '/download-crumbs-operator-pro',
    ])
  })

  test('links to six pages under More Info', () => {
    renderFooter()
    expect(linksIn('More Info')).toEqual([
      '/contact-us',
      '/blog',
      '/bakery-erp',
      '/milk-distribution',
      '/sauce-erp',
      '/importers',
    ])
  })

  test('downloads the document that site.yml names for Terms Of Use', () => {
    renderFooter()
    const terms = screen.getByRole('link', { name: 'Terms Of Use' })
    expect(terms.getAttribute('href')).toBe('/storage/documents/terms.pdf')
    expect(terms.hasAttribute('download')).toBe(true)
  })

  test('opens the Privacy Policy dialog, and its button closes it', async () => {
    renderFooter()
    await userEvent.click(screen.getByRole('button', { name: 'Privacy Policy' }))
    const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Privacy Policy' })
    expect(dialog.open).toBe(true)
    expect(dialog.textContent).toContain('Effective August 1, 2018')
    const [, atTheFoot] = within(dialog).getAllByRole('button', { name: 'Close' })
    await userEvent.click(atTheFoot ?? dialog)
    expect(dialog.open).toBe(false)
  })

  test('shows the years from 2019 to the year of rendering', () => {
    expect(renderFooter().textContent).toContain('© 2019–2031 Crumbs')
  })
})

describe('the theme', () => {
  test('is dark until the reader chooses light, and the choice is remembered', async () => {
    renderFooter()
    await userEvent.click(screen.getByRole('button', { name: 'Switch to light theme' }))
    expect(document.documentElement.dataset.theme).toBe('light')
    expect(localStorage.getItem('theme')).toBe('light')
    await userEvent.click(await screen.findByRole('button', { name: 'Switch to dark theme' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
  })
})
