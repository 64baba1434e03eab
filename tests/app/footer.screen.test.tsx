import { describe, expect, test } from 'bun:test'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { Footer } from '#client/app/footer.tsx'
import { aSite } from '#tests/app/a-site.ts'

function renderFooter() {
  render(
    <MemoryRouter>
      <Footer site={aSite} />
    </MemoryRouter>,
  )
  return screen.getByRole('contentinfo')
}

describe('the footer (§2)', () => {
  test('social icons open external pages in a tab of their own', () => {
    const foot = renderFooter()
    for (const name of ['Facebook', 'X (Twitter)', 'Google search', 'Instagram']) {
      const link = within(foot).getByRole('link', { name })
      expect(link.getAttribute('href')).toStartWith('https://')
      expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener'])
    }
  })

  test('More Info leads to six pages', () => {
    renderFooter()
    const links = within(screen.getByRole('navigation', { name: 'More Info' })).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/contact-us',
      '/blog',
      '/bakery-erp',
      '/milk-distribution',
      '/sauce-erp',
      '/importers',
    ])
  })

  test('Terms Of Use downloads the document that site.yml names', () => {
    renderFooter()
    const terms = screen.getByRole('link', { name: 'Terms Of Use' })
    expect(terms.getAttribute('href')).toBe('/storage/documents/terms.pdf')
    expect(terms.hasAttribute('download')).toBe(true)
  })

  test('Privacy Policy opens a dialog, which its button closes', async () => {
    renderFooter()
    await userEvent.click(screen.getByRole('button', { name: 'Privacy Policy' }))
    const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Privacy Policy' })
    expect(dialog.open).toBe(true)
    expect(dialog.textContent).toContain('Effective August 1, 2018')
    const [, atTheFoot] = within(dialog).getAllByRole('button', { name: 'Close' })
    await userEvent.click(atTheFoot ?? dialog)
    expect(dialog.open).toBe(false)
  })

  test('the copyright line runs from 2019 to the year the page was drawn in', () => {
    expect(renderFooter().textContent).toContain('© 2019–2031 Crumbs')
  })
})

describe('the theme (decision 36)', () => {
  test('is dark until the light one is chosen, and the choice is remembered', async () => {
    renderFooter()
    await userEvent.click(screen.getByRole('button', { name: 'Switch to light theme' }))
    expect(document.documentElement.dataset.theme).toBe('light')
    expect(localStorage.getItem('theme')).toBe('light')
    await userEvent.click(await screen.findByRole('button', { name: 'Switch to dark theme' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
  })
})
