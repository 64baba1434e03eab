import { css } from 'styled-components'
import { Icon } from '#client/ui/base/icon.tsx'
import { Link } from '#client/ui/base/link.tsx'
import { createStyled } from '#client/ui/base/styles.ts'

const place = css`
  display: grid;
  place-items: center;
  min-width: 44px;
  height: 44px;
  padding: 0 8px;
  border-radius: var(--r-md);
  font-variant-numeric: tabular-nums;
  font-weight: 600;
`

type Pagination = {
  /** The current page, from 1. */
  page: number
  pages: number
  to: (page: number) => string
  label?: string
}

/** Links to the other pages of a list. Renders nothing for a single page. */
export function Pagination({ page, pages, to, label = 'Pages' }: Pagination) {
  if (pages <= 1) return null
  return (
    <nav aria-label={label}>
      <PageLinks>
        {page > 1 && (
          <li>
            <Page to={to(page - 1)} rel="prev" aria-label="Previous page">
              <Icon name="arrow-left" />
            </Page>
          </li>
        )}
        {pageNumbers(page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === undefined ? (
              <Gap>…</Gap>
            ) : (
              <Page to={to(number)} aria-label={`Page ${number}`} aria-current={number === page ? 'page' : undefined}>
                {number}
              </Page>
            )}
          </li>
        ))}
        {page < pages && (
          <li>
            <Page to={to(page + 1)} rel="next" aria-label="Next page">
              <Icon name="arrow-right" />
            </Page>
          </li>
        )}
      </PageLinks>
    </nav>
  )
}

/** The first page, the last, and one on either side of the current one; `undefined` is a gap. */
export function pageNumbers(page: number, pages: number): (number | undefined)[] {
  const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1,
  )
  return shown.flatMap((number, index) => (number - (shown[index - 1] ?? 0) > 1 ? [undefined, number] : [number]))
}

const s = createStyled('pagination')
const PageLinks = s('ul')`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 6px;
`
const Page = s(Link)`
  ${place}
  color: var(--text-2);
  text-decoration: none;
  &:hover { background: var(--surface-2); color: var(--text); }
  &[aria-current] { background: var(--primary-soft); color: var(--primary-ink); }
`
const Gap = s('span')`
  ${place}
  color: var(--text-3);
`
