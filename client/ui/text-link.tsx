import { Link } from 'react-router-dom'
import { css } from 'styled-components'
import { createStyled } from './create-styled.ts'

const s = createStyled('text-link')
const linkCss = css`
  display: inline-flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  color: var(--primary-ink);
  font-weight: 640;
  text-decoration: underline 1.5px color-mix(in srgb, var(--primary-ink) 40%, transparent);
  text-underline-offset: 5px;
  &:hover { text-decoration-color: currentColor; }
`

/** A link in running text or beside a button: underlined at 40 %, solid under the pointer. `to` is a path of the site or a whole address. */
export const TextLink = s(Link)`${linkCss}`

/** The same for something that happens here. */
export const TextButton = s('button').attrs({ type: 'button' })`
  ${linkCss}
  padding: 0;
  border: 0;
  background: none;
  cursor: pointer;
`
