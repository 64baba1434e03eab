import { createStyled } from '#client/ui/create-styled.ts'

const s = createStyled('badge')

/** A count beside a heading: "7 posts". */
export const Badge = s('span')`
  padding: 6px 12px;
  border-radius: var(--r-pill);
  background: var(--secondary-soft);
  color: var(--secondary-ink);
  font-size: 0.875rem;
  font-weight: 680;
  line-height: 1;
  white-space: nowrap;
`
