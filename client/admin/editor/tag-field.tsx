import { type KeyboardEvent, useRef } from 'react'
import { Chip, Chips } from '#client/ui/content/chip.tsx'
import { createStyled } from '#client/ui/create-styled.ts'
import { Field } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import type { Name } from '#contract/names.ts'
import type { TagEntry, TagEntryState } from './tag-entry.ts'

type Props = { entry: TagEntry; tags: TagEntryState; error: string | undefined }

/** The tags as text, comma separated, and as chips (§2, §4). Enter takes the names over; it does not send the form. */
export function TagField({ entry, tags, error }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    entry.settle()
  }
  /** The chip goes, and with it the button that has the focus. */
  const remove = (tag: Name) => {
    input.current?.focus()
    entry.remove(tag)
  }
  return (
    <>
      <Field label="Tags" error={tags.failure ?? error} hint="Separated by commas. New names are created.">
        <TextInput
          ref={input}
          value={tags.text}
          autoComplete="off"
          onChange={(event) => entry.type(event.target.value)}
          onBlur={() => entry.settle()}
          onKeyDown={onKeyDown}
        />
      </Field>
      {tags.selected.length > 0 && (
        <Row>
          {tags.selected.map((tag) => (
            <Chip key={tag.id} kind="selected" onRemove={() => remove(tag)} removeLabel={`Remove ${tag.name}`}>
              {tag.name}
            </Chip>
          ))}
        </Row>
      )}
    </>
  )
}

const s = createStyled('tag-field')
const Row = s(Chips)`
  grid-column: 1 / -1;
  margin-top: -6px;
`
