import { createStyled } from '#client/ui/create-styled.ts'

const s = createStyled('screen-table')
/** `data-number`: a column of figures. */
export const Table = s('table')`
  width: 100%;
  border-collapse: collapse;
  font-size: 1em;
  & th {
    padding: 0.6em 0.4em;
    border-bottom: 1px solid var(--line);
    color: var(--text-3);
    font-size: 1.3em;
    font-weight: 600;
    text-align: left;
  }
  & td {
    padding: 0.72em 0.35em;
    border-bottom: 1px solid color-mix(in srgb, var(--line) 70%, transparent);
    font-size: 1.55em;
  }
  & tr:last-child > td { border-bottom: 0; }
  & td small {
    margin-left: 0.5em;
    color: var(--text-3);
    font-size: 0.88em;
  }
  & [data-number] { text-align: right; }
`
/** For lists: higher rows, whose first column says what each is. */
export const Listing = s(Table)`
  & td { padding-block: 0.9em; }
  & td:first-child { font-weight: 640; }
  & td > [data-day] { font-size: 0.88em; }
`
