import { useId } from 'react'
import { useAction } from '#client/admin/shared/use-action.ts'
import type { TaxonomyKey } from '#client/api/content.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import type { Term } from '#contract/posts.ts'

/** The request's limit. */
const NAMES_MAX = 50

type Props = { kind: TaxonomyKey; terms: readonly Term[]; onAdd: (names: string[]) => Promise<boolean> }

/** Terms that posts name and that have no file: they can be renamed and described once they have one. */
export function UnfiledTerms({ kind, terms, onAdd }: Props) {
  const id = useId()
  const all = useAction(async () => void (await onAdd(terms.slice(0, NAMES_MAX).map(({ name }) => name))))
  return (
    <Group aria-labelledby={id}>
      <h3 id={id}>Used, no file yet</h3>
      <p>{`Posts name these ${kind}. With a file, they can be renamed.`}</p>
      <ul>
        {terms.map((term) => (
          <UnfiledTerm key={term.id} term={term} onAdd={onAdd} />
        ))}
      </ul>
      {terms.length > 1 && (
        <Button variant="outline" busy={all.busy ? 'Making files' : undefined} onClick={all.run}>
          {terms.length > NAMES_MAX ? `Make files of the first ${NAMES_MAX}` : `Make files of all ${terms.length}`}
        </Button>
      )}
    </Group>
  )
}

function UnfiledTerm({ term: { name }, onAdd }: { term: Term; onAdd: Props['onAdd'] }) {
  const { busy, run } = useAction(async () => void (await onAdd([name])))
  return (
    <li>
      <span>{name}</span>
      <Button
        variant="outline"
        small
        aria-label={`Create file for ${name}`}
        busy={busy ? 'Making' : undefined}
        onClick={run}
      >
        Create file
      </Button>
    </li>
  )
}

const s = createStyled('unfiled-terms')
const Group = s('section')`
  display: grid;
  gap: 8px;
  margin-block: 16px;
  padding-top: 14px;
  border-top: 1px solid var(--line);
  & h3 { margin: 0; font-size: var(--t-small); }
  & p { margin: 0; color: var(--text-2); font-size: var(--t-small); }
  & ul { display: grid; gap: 6px; max-height: 320px; margin: 0; padding: 0; overflow-y: auto; list-style: none; }
  & li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 8px; align-items: center; min-height: 44px; }
  & li span { overflow-wrap: anywhere; }
`
