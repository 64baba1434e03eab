import { createStyled, media } from '#client/ui/base/styles.ts'

const s = createStyled('admin-account')
export const Form = s('form')`
  --control: var(--bg);
  display: grid;
  gap: 18px;
  max-width: 520px;
  & > button { justify-self: start; }
  ${media.phone} { & > button { justify-self: stretch; } }
`
export const Rows = s('ul')`
  margin: 0;
  padding: 0;
  list-style: none;
`
export const Row = s('li')`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: center;
  gap: 8px 20px;
  padding-block: 12px;
  border-bottom: 1px solid var(--line);
  overflow-wrap: anywhere;
`
export const Facts = s('div')`
  flex: 1 1 240px;
  min-width: 0;
  color: var(--text-2);
  font-size: 0.9375rem;
  & > strong { margin-right: 10px; color: var(--text); font-size: 1rem; }
  & > p { margin-top: 2px; }
`
export const Stack = s('div')`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
`
export const Actions = s('div')`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin-top: 16px;
`
export const Title = s('h3')`
  font-size: 1.0625rem;
  outline: none;
`
