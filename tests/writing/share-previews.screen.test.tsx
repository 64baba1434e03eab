import { describe, expect, test } from 'bun:test'
import { render, screen, within } from '@testing-library/react'
import { SharePreviews, wordsOf } from '#client/admin/writing/share-previews.tsx'
import { toPlainText } from '#server/text/scan/to-plain-text.ts'

function open(fields: { title?: string; description?: string }) {
  render(<SharePreviews title="" description="" address="a-bake" siteName="Palletry" image={undefined} {...fields} />)
  return ['In search results', 'As a shared link'].map((name) => {
    const caption = screen.getByText(name)
    if (!caption.parentElement) throw new Error(`There is no preview ${name}.`)
    return within(caption.parentElement)
  })
}

describe('the preview of search results and shared links', () => {
  test('cuts a long title and a long description', () => {
    for (const preview of open({ title: `${'bake '.repeat(20)}`, description: 'rye '.repeat(50) })) {
      expect(preview.getByText(/^(bake )+(bake|bak|ba|b)?…$/).textContent?.length).toBeLessThanOrEqual(60)
      expect(preview.getByText(/^(rye )+(rye|ry|r)?…$/).textContent?.length).toBeLessThanOrEqual(160)
    }
  })

  test('says what is missing, not words that look like a text', () => {
    for (const preview of open({})) {
      expect(preview.getAllByText('No title yet').length).toBeGreaterThan(0)
      expect(preview.getByText('No summary yet')).toBeTruthy()
    }
  })

  test('has the words of a summary as the site has them', () => {
    const html =
      '<p>One.</p><p>Two <b>bo</b>ld.</p><ul><li>a</li><li>b</li></ul>x<br>y<style>s{}</style><script>z</script>'
    expect(wordsOf(html)).toBe('One. Two bold. a b x y')
    expect(wordsOf(html)).toBe(toPlainText('html', html))
  })
})
