import { Link } from 'react-router-dom'
import { css } from 'styled-components'
import { Container } from '#client/ui/container.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { media } from '#client/ui/media.ts'

const s = createStyled('footer')

export const Columns = s(Container)`
  display: grid;
  grid-template-columns: 1.6fr 1fr 1fr;
  gap: 48px;
  padding-block: 64px 48px;
  ${media.narrow} { grid-template-columns: 1fr 1fr; gap: 36px 24px; }
`
export const Brand = s('div')`
  & > p { max-width: 24.8em; margin: 16px 0 18px; color: var(--text-2); }
  ${media.narrow} { grid-column: 1 / -1; }
`
export const Social = s('ul')`
  display: flex;
  gap: 4px;
  margin-left: -11px;
  & a {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    border-radius: var(--r-md);
    color: var(--text-2);
  }
  & a:hover { background: var(--surface-2); color: var(--text); }
`
export const Title = s('h2')`
  margin-bottom: 14px;
  font: 680 1rem / 1.2 var(--f-body);
  letter-spacing: 0;
`
const entry = css`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  color: var(--text-2);
  text-decoration: none;
  &:hover { color: var(--text); text-decoration: underline; text-underline-offset: 4px; }
`
export const Entry = s(Link)`${entry}`
export const Document = s('a')`${entry}`
export const Opener = s('button')`
  ${entry}
  padding: 0;
  border: 0;
  background: none;
  cursor: pointer;
`
