import { useState } from 'react'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { findOrCreateTerms } from '#client/api/content.ts'
import { Field } from '#client/ui/form/field.tsx'
import type { Term } from '#contract/posts.ts'
import { withoutInvisible } from '#contract/trimmed.ts'
import { Combobox, optionToCreate } from './combobox.tsx'

type Props = {
  categories: readonly Term[]
  /** Id of the category, or ''. */
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

const isNamed = (name: string) => (one: Term) => one.name.toLowerCase() === name.toLowerCase()

/** One category, of those that exist or of one that is created by choosing so. Leaving the field creates nothing. */
export function CategoryCombobox({ categories, value, error, onChange }: Props) {
  const [created, setCreated] = useState<readonly Term[]>([])
  /** What is typed instead of the name of the chosen category. */
  const [typed, setTyped] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const available = [...categories, ...created]
  const chosen = available.find(({ id }) => id === value)
  const name = withoutInvisible(typed ?? '')

  function accept(term: Term | undefined) {
    onChange(term?.id ?? '')
    setTyped(undefined)
    setFailure(undefined)
  }
  async function choose(choice: Term | string) {
    if (typeof choice !== 'string') return accept(choice)
    try {
      const found = (await findOrCreateTerms('categories', [choice])).find(isNamed(choice))
      if (found) setCreated((before) => [...before, found])
      accept(found)
    } catch (reason) {
      setFailure(errorMessage(reason))
    }
  }
  function settle() {
    if (typed === undefined) return
    const found = available.find(isNamed(name))
    if (found || name === '') return accept(found)
    onChange('')
    setFailure(`“${name}” isn’t a category yet. Choose one from the list, or create it there.`)
  }

  return (
    <Field label="Category" error={failure ?? error}>
      <Combobox
        typed={typed ?? chosen?.name ?? ''}
        options={optionsFor(name, available)}
        onType={(text) => {
          setTyped(text)
          setFailure(undefined)
        }}
        onChoose={choose}
        onEnter={settle}
        onLeave={settle}
        placeholder="Choose or type one"
        opensOnClick
      />
    </Field>
  )
}

/** All categories while nothing is typed. */
function optionsFor(name: string, available: readonly Term[]) {
  const found = available.filter((one) => one.name.toLowerCase().includes(name.toLowerCase()))
  const options = found.map((one) => ({ key: one.id, label: one.name, choice: one }))
  return name === '' || available.some(isNamed(name)) ? options : [...options, optionToCreate(name)]
}
