import { createStyled } from '#client/ui/create-styled.ts'
import { Button } from '#client/ui/form/button.tsx'
import { media } from '#client/ui/media.ts'

const s = createStyled('admin-leads-filter')

export const Bar = s('form')`
  --control: var(--bg);
  display: grid;
  gap: 18px;
  padding: 20px 22px 22px;
  border-radius: var(--r-lg);
  background: var(--surface);
  box-shadow: 0 0 0 1px var(--line);
  ${media.narrow} { padding: 16px; }
`
export const SearchRow = s('div')`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 12px;
  & > :first-child { flex: 1 1 260px; }
`
export const Toggle = s(Button)`
  display: none;
  & > svg { transition: transform var(--fast); }
  &[aria-expanded='true'] > svg { transform: rotate(180deg); }
  ${media.narrow} { display: inline-flex; }
`
export const Choices = s('div')<{ $open: boolean }>`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(158px, 1fr));
  gap: 14px;
  /* a day would be 2 px higher */
  & input { height: 50px; }
  ${media.narrow} { display: ${({ $open }) => ($open ? 'grid' : 'none')}; }
`
