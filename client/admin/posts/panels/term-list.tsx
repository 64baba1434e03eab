import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { TermRow } from '#client/admin/shared/admin.styles.ts'
import { useAction } from '#client/admin/shared/use-action.ts'
import { IconButton } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Chips } from '#client/ui/content/chip.tsx'
import { RemovableChip } from '#client/ui/content/removable-chip.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { TERM_NAME_MAX_CHARACTERS } from '#contract/limits.ts'
import type { Term } from '#contract/posts.ts'
import { withoutInvisible } from '#contract/trimmed.ts'

type Acts = { onRename: (name: Term, to: string) => Promise<boolean>; onDelete: (name: Term) => void }

/** Categories as rows, tags as chips. Each can be renamed in place. */
export function TermList({ look, names, ...acts }: Acts & { look: 'rows' | 'chips'; names: readonly Term[] }) {
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

function Row({ name, onRename, onDelete }: Acts & { name: Term }) {
  const { editing, button, begin, end } = useEditing()
  return (
    <TermRow>
      {editing ? (
        <NameEditor name={name} onRename={(to) => onRename(name, to)} onDone={end} />
      ) : (
        <>
          <span>{name.name}</span>
          <IconButton ref={button} icon="edit" size={18} label={`Rename ${name.name}`} onClick={begin} />
          <DeleteButton icon="trash" size={18} label={`Delete ${name.name}`} onClick={() => onDelete(name)} />
        </>
      )}
    </TermRow>
  )
}

function TagChip({ name, onRename, onDelete }: Acts & { name: Term }) {
  const { editing, button, begin, end } = useEditing()
  if (editing) return <NameEditor name={name} onRename={(to) => onRename(name, to)} onDone={end} />
  return (
    <RemovableChip kind="tag" onRemove={() => onDelete(name)} removeLabel={`Delete ${name.name}`}>
      <ChipButton type="button" ref={button} aria-label={`Rename ${name.name}`} onClick={begin}>
        {name.name}
      </ChipButton>
    </RemovableChip>
  )
}

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

type Props = {
  name: Term
  /** Returns whether the term was renamed; otherwise the text stays for correction. */
  onRename: (to: string) => Promise<boolean>
  onDone: () => void
}

/** The field that renames a term in place: Enter saves, Escape cancels. */
export function NameEditor({ name, onRename, onDone }: Props) {
  const [typed, setTyped] = useState(name.name)
  const input = useRef<HTMLInputElement>(null)
  const { run: rename } = useAction(async (to: string) => {
    if (await onRename(to)) onDone()
  })
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  function save(event: FormEvent) {
    event.preventDefault()
    const to = withoutInvisible(typed)
    if (to === '' || to === name.name) return onDone()
    rename(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onDone()
  }

  return (
    <Line onSubmit={save} onKeyDown={onKeyDown} noValidate>
      <TextInput
        ref={input}
        aria-label={`New name of ${name.name}`}
        value={typed}
        maxLength={TERM_NAME_MAX_CHARACTERS}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <IconButton type="submit" icon="check" size={18} label="Save" />
      <IconButton icon="close" size={18} label="Cancel" onClick={onDone} />
    </Line>
  )
}

const s = createStyled('term-list')
const ChipButton = s('button')`
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
const Line = s('form')`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto auto;
  gap: 4px;
  align-items: center;
  width: 100%;
  padding-block: 4px;
  & > button:last-child { margin-right: -10px; }
`
const DeleteButton = s(IconButton)`
  &:hover { background: var(--danger-soft); color: var(--danger); }
`
