import { useEffect, useRef, useState } from 'react'
import { NameRow } from '#client/admin/panel.styles.ts'
import { Chip, Chips } from '#client/ui/content/chip.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { IconButton } from '#client/ui/form/icon-button.tsx'
import type { Name } from '#contract/names.ts'
import { NameEditor } from './term-editor.tsx'

type Acts = { onRename: (name: Name, to: string) => Promise<boolean>; onDelete: (name: Name) => void }

/** Categories as rows, tags as chips; each can be renamed where it stands. */
export function NameList({ look, names, ...acts }: Acts & { look: 'rows' | 'chips'; names: readonly Name[] }) {
  if (look === 'rows') {
    return (
      <ul>
        {names.map((name) => (
          <Row key={name.id} name={name} {...acts} />
        ))}
      </ul>
    )
  }
  return (
    <Chips>
      {names.map((name) => (
        <TagChip key={name.id} name={name} {...acts} />
      ))}
    </Chips>
  )
}

function Row({ name, onRename, onDelete }: Acts & { name: Name }) {
  const { editing, button, begin, end } = useEditing()
  return (
    <NameRow>
      {editing ? (
        <NameEditor name={name} onRename={(to) => onRename(name, to)} onDone={end} />
      ) : (
        <>
          <span>{name.name}</span>
          <IconButton ref={button} icon="edit" size={18} label={`Rename ${name.name}`} onClick={begin} />
          <IconButton icon="trash" size={18} danger label={`Delete ${name.name}`} onClick={() => onDelete(name)} />
        </>
      )}
    </NameRow>
  )
}

function TagChip({ name, onRename, onDelete }: Acts & { name: Name }) {
  const { editing, button, begin, end } = useEditing()
  if (editing) return <NameEditor name={name} onRename={(to) => onRename(name, to)} onDone={end} />
  return (
    <Chip kind="tag" onRemove={() => onDelete(name)} removeLabel={`Delete ${name.name}`}>
      <ChipName type="button" ref={button} aria-label={`Rename ${name.name}`} onClick={begin}>
        {name.name}
      </ChipName>
    </Chip>
  )
}

/** The focus goes back to the button that began it. */
function useEditing() {
  const [editing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !editing) button.current?.focus()
    wasEditing.current = editing
  }, [editing])
  return { editing, button, begin: () => setEditing(true), end: () => setEditing(false) }
}

const s = createStyled('name-list')
/** As tall as a finger wants it, without making the chip taller. */
const ChipName = s('button')`
  margin: -8px 0 -8px -11px;
  padding: 8px 0 8px 11px;
  border: 0;
  border-radius: var(--r-pill);
  background: none;
  font: inherit;
  cursor: pointer;
  overflow-wrap: anywhere;
  &:hover { text-decoration: underline; text-underline-offset: 3px; }
`
