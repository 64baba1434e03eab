import { useId } from 'react'
import { createStyled } from '#client/ui/create-styled.ts'
import { media } from '#client/ui/media.ts'
import { formatDateTime } from '#contract/dates.ts'
import type { PostVersion } from '#contract/history.ts'

type Props = { versions: readonly PostVersion[]; chosen: string; onChoose: (commit: string) => void }

/** Who, when and why, newest first. One stop for the Tab key; the arrow keys go from version to version. */
export function VersionList({ versions, chosen, onChoose }: Props) {
  const name = useId()
  return (
    <List>
      <legend>Versions</legend>
      {versions.map(({ commit, at, author, subject }) => (
        <Row key={commit}>
          <input type="radio" name={name} checked={commit === chosen} onChange={() => onChoose(commit)} />
          <span>
            <b>
              <time dateTime={at}>{formatDateTime(at, 'local')}</time>
            </b>
            <span>{subject}</span>
            <small>by {author}</small>
          </span>
        </Row>
      ))}
    </List>
  )
}

const s = createStyled('history-list')
const List = s('fieldset')`
  display: grid;
  max-height: min(60dvh, 560px);
  margin: 0;
  padding: 4px;
  overflow: auto;
  border: 0;
  & > legend { padding: 0; margin-bottom: 6px; font-weight: 640; }
  ${media.compact} { max-height: 240px; }
`
const Row = s('label')`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 12px;
  padding: 10px 8px;
  border-top: 1px solid var(--line);
  cursor: pointer;
  overflow-wrap: anywhere;
  & > input { width: 20px; height: 20px; margin: 2px 0 0; accent-color: var(--primary); }
  & > span { display: grid; gap: 2px; }
  & b { font-weight: 640; }
  & small { color: var(--text-2); font-size: var(--t-small); }
  &:has(:checked) { border-radius: var(--r-sm); background: var(--surface-2); }
`
