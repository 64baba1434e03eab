import { createStyled } from '#client/ui/base/styles.ts'
import { RemovableChip } from '#client/ui/content/removable-chip.tsx'
import type { Term } from '#contract/posts.ts'
import { isNewTerm } from '#contract/term-choice.ts'

type Props = { term: Term; onRemove: () => void }

/** A category or tag of the post. One that the save creates is marked. */
export const TermChip = ({ term, onRemove }: Props) => (
  <RemovableChip kind="selected" onRemove={onRemove} removeLabel={`Remove ${term.name}`}>
    <bdi>{term.name}</bdi>
    {isNewTerm(term) && <New>new</New>}
  </RemovableChip>
)

const s = createStyled('term-chip')
const New = s('em')`
  padding: 3px 6px;
  margin-block: -3px;
  border-radius: var(--r-pill);
  background: var(--surface);
  color: var(--text-2);
  font-style: normal;
`
