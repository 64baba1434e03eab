import { useEffect, useRef, useState } from 'react'
import { type TagEntry, type TagEntryState, textOf } from '#client/admin/post-form/session/tag-entry.ts'
import { TermChip } from '#client/admin/post-form/term-chip.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import { Chips } from '#client/ui/content/chip.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { splitNames } from '#contract/post-form.ts'
import { withoutInvisible } from '#contract/trimmed.ts'
import { Combobox, type Option, optionToCreate } from './combobox.tsx'

type Props = { entry: TagEntry; tags: TagEntryState; error: string | undefined }

/** Tags as chips, and a field that suggests existing ones. A name is accepted by Enter, a comma, leaving the field, or saving. */
export function TagCombobox({ entry, tags, error }: Props) {
  const before = useRef(tags.selected)
  const [spoken, setSpoken] = useState('')
  useEffect(() => {
    const added = tags.selected.filter((tag) => !before.current.some(({ id }) => id === tag.id))
    before.current = tags.selected
    if (added.length > 0) setSpoken(`Added: ${textOf(added)}`)
  }, [tags.selected])
  return (
    <TagField>
      <Field label="Tags" error={tags.failure ?? error} hint="Enter or a comma adds a name.">
        <Input entry={entry} tags={tags} />
      </Field>
      {tags.selected.length > 0 && (
        <Chips>
          {tags.selected.map((tag) => (
            <TermChip key={tag.id} term={tag} onRemove={() => entry.remove(tag)} />
          ))}
        </Chips>
      )}
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </TagField>
  )
}

function Input({ entry, tags }: Pick<Props, 'entry' | 'tags'>) {
  const typed = typedPart(tags)

  function type(text: string) {
    const chosen = textOf(tags.selected)
    entry.type(chosen !== '' && text !== '' ? `${chosen}, ${text}` : chosen + text, { waits: true })
  }
  return (
    <Combobox
      typed={typed}
      options={optionsFor(withoutInvisible(typed), entry)}
      onType={type}
      onChoose={entry.choose}
      onEnter={entry.settle}
      onLeave={entry.settle}
      onErase={() => {
        const last = tags.selected.at(-1)
        if (last) void entry.remove(last)
      }}
    />
  )
}

const SHOWN_MAX = 8

/** Existing tags, the one first that is accepted, and a new one unless it exists. */
function optionsFor(typed: string, entry: TagEntry): Option[] {
  if (typed === '' || typed.includes(',')) return []
  const found = entry.suggestions(typed).slice(0, SHOWN_MAX)
  const existing = found.map((tag) => ({ key: tag.id, label: tag.name, choice: tag }))
  if (found.some(({ name }) => name.toLowerCase() === typed.toLowerCase())) return existing
  return [...existing, optionToCreate(typed)]
}

/** What is typed besides the names of the chips. */
function typedPart({ text, selected }: TagEntryState): string {
  const names = new Set(selected.map(({ name }) => name.toLowerCase()))
  const rest = text.split(',').filter((part) => !names.has(part.trim().toLowerCase()))
  return splitNames(rest.join(',')).length === 0 ? '' : rest.join(',').trimStart()
}

const s = createStyled('tag-combobox')
const TagField = s('div')`
  display: grid;
  gap: 12px;
`
