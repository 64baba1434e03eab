import type { KeyboardEvent } from 'react'
import { Chip, Chips } from '#client/ui/chip.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/inputs.tsx'
import { scoped } from '#client/ui/scoped.ts'
import type { TagEntry, TagEntryState } from './tag-entry.ts'

type Props = { entry: TagEntry; tags: TagEntryState }

/** The tags as text, comma separated (§2). Enter takes the names over; it does not send the form. */
export function TagField({ entry, tags, error }: Props & { error: string | undefined }) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    entry.settle()
  }
  return (
    <Field label="Tags" error={tags.failure ?? error} hint="Separated by commas. New names are created.">
      <TextInput
        value={tags.text}
        autoComplete="off"
        onChange={(event) => entry.type(event.target.value)}
        onBlur={() => entry.settle()}
        onKeyDown={onKeyDown}
      />
    </Field>
  )
}

export function SelectedTags({ entry, tags }: Props) {
  if (tags.selected.length === 0) return null
  return (
    <Row>
      {tags.selected.map((tag) => (
        <Chip key={tag.id} kind="selected" onRemove={() => entry.remove(tag)} removeLabel={`Remove ${tag.name}`}>
          {tag.name}
        </Chip>
      ))}
    </Row>
  )
}

const s = scoped('tag-field')
const Row = s(Chips)`
  grid-column: 1 / -1;
  margin-top: -6px;
`
