import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { createStyled } from '#client/ui/create-styled.ts'
import { IconButton } from '#client/ui/form/icon-button.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { NAME_MAX_CHARACTERS } from '#contract/limits.ts'
import type { Name } from '#contract/names.ts'

type Props = {
  name: Name
  /** True when it is called so now; otherwise the text stays to be corrected. */
  onRename: (to: string) => Promise<boolean>
  onDone: () => void
}

/** A name's field where the name stood: Enter saves, Escape leaves it as it was. */
export function NameEditor({ name, onRename, onDone }: Props) {
  const [typed, setTyped] = useState(name.name)
  const input = useRef<HTMLInputElement>(null)
  const going = useRef(false)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])

  async function save(event: FormEvent) {
    event.preventDefault()
    const to = typed.trim()
    if (to === '' || to === name.name) return onDone()
    if (going.current) return
    going.current = true
    const done = await onRename(to)
    going.current = false
    if (done) onDone()
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
        maxLength={NAME_MAX_CHARACTERS}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <IconButton type="submit" icon="check" size={18} label="Save" />
      <IconButton icon="close" size={18} label="Cancel" onClick={onDone} />
    </Line>
  )
}

const s = createStyled('name-editor')
const Line = s('form')`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto auto;
  gap: 4px;
  align-items: center;
  width: 100%;
  padding-block: 4px;
  & > button:last-child { margin-right: -10px; }
`
