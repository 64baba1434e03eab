import { useState } from 'react'
import { TermChip } from '#client/admin/post-form/term-chip.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { Chips } from '#client/ui/content/chip.tsx'
import { Field } from '#client/ui/form/field.tsx'
import type { Term } from '#contract/posts.ts'
import { isNewTerm, newTerm, withNewTerm } from '#contract/term-choice.ts'
import { withoutInvisible } from '#contract/trimmed.ts'
import { Combobox, optionToCreate } from './combobox.tsx'

type Props = {
  categories: readonly Term[]
  /** Id of the category, a new one, or ''. */
  value: string
  error: string | undefined
  onChange: (id: string) => void
}

const isNamed = (name: string) => (one: Term) => one.name.toLowerCase() === name.toLowerCase()

/** One category, of those that exist or of one that the save creates, by choosing so. Leaving the field chooses none that is new. */
export function CategoryCombobox({ categories, value, error, onChange }: Props) {
  /** What is typed instead of the name of the chosen category. */
  const [typed, setTyped] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const available = withNewTerm(categories, value)
  const chosen = available.find(({ id }) => id === value)
  const name = withoutInvisible(typed ?? '')

  function accept(term: Term | undefined) {
    onChange(term?.id ?? '')
    setTyped(undefined)
    setFailure(undefined)
  }
  function settle() {
    if (typed === undefined) return
    const found = available.find(isNamed(name))
    if (found || name === '') return accept(found)
    onChange('')
    setFailure(`“${name}” isn’t a category yet. Choose one from the list, or create it there.`)
  }

  return (
    <CategoryField>
      <Field label="Category" error={failure ?? error}>
        <Combobox
          typed={typed ?? chosen?.name ?? ''}
          options={optionsFor(name, available)}
          onType={(text) => {
            setTyped(text)
            setFailure(undefined)
          }}
          onChoose={(choice) => accept(typeof choice === 'string' ? newTerm(choice) : choice)}
          onEnter={settle}
          onLeave={settle}
          placeholder="Choose or type one"
          opensOnClick
        />
      </Field>
      {chosen && isNewTerm(chosen) && (
        <Chips>
          <TermChip term={chosen} onRemove={() => accept(undefined)} />
        </Chips>
      )}
    </CategoryField>
  )
}

/** All categories while nothing is typed. */
function optionsFor(name: string, available: readonly Term[]) {
  const found = available.filter((one) => one.name.toLowerCase().includes(name.toLowerCase()))
  const options = found.map((one) => ({ key: one.id, label: one.name, choice: one }))
  return name === '' || available.some(isNamed(name)) ? options : [...options, optionToCreate(name)]
}

const s = createStyled('category-combobox')
const CategoryField = s('div')`
  display: grid;
  gap: 12px;
`
