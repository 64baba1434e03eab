import { Link } from 'react-router-dom'
import { css } from 'styled-components'
import { createStyled } from '#client/ui/create-styled.ts'
import { Icon } from '#client/ui/icon.tsx'
import { pageNumbers } from './page-numbers.ts'

const s = createStyled('pagination')
const Row = s('ul')`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: 6px;
`
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

type Pagination = {
  /** The page shown, from 1. */
  page: number
  pages: number
  to: (page: number) => string
  /** What the navigation is called: "Pages of posts". */
  label?: string
}

/** Links to the other pages of a list; draws nothing for a single page. */
export function Pagination({ page, pages, to, label = 'Pages' }: Pagination) {
  if (pages <= 1) return null
  return (
    <nav aria-label={label}>
      <Row>
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
      </Row>
    </nav>
  )
}
