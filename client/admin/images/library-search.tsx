import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { createStyled } from '#client/ui/base/styles.ts'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'

const TYPING_PAUSE_MS = 300

/** Searches after a pause, or at once by Enter. */
export function LibrarySearch({ onSearch }: { onSearch: (words: string) => void }) {
  const [typed, setTyped] = useState('')
  const search = useEffectEvent(onSearch)
  useEffect(() => {
    const timer = setTimeout(() => search(typed.trim()), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The page around the dialog may be a form, too.
    event.stopPropagation()
    onSearch(typed.trim())
  }
  return (
    <Search role="search" aria-label="Media library" onSubmit={submit}>
      <Field label="Search the library">
        <TextInput
          type="search"
          autoComplete="off"
          maxLength={200}
          placeholder="File name, description or title of a post"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
    </Search>
  )
}

const s = createStyled('library-search')
const Search = s('form')`
  margin-top: 24px;
`
