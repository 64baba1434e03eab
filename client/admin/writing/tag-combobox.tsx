import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { type TagEntry, type TagEntryState, textOf } from '#client/admin/editor/tag-entry.ts'
import { Chip, Chips } from '#client/ui/content/chip.tsx'
import { Field, useControlProps } from '#client/ui/form/field.tsx'
import { TextInput } from '#client/ui/form/inputs.tsx'
import { createStyled } from '#client/ui/styles.ts'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { splitNames } from '#contract/post-form.ts'
import type { Term } from '#contract/posts.ts'

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
    <Box>
      <Field label="Tags" error={tags.failure ?? error} hint="Enter or a comma adds a name.">
        <Input entry={entry} tags={tags} />
      </Field>
      {tags.selected.length > 0 && (
        <Chips>
          {tags.selected.map((tag) => (
            <Chip key={tag.id} kind="selected" onRemove={() => entry.remove(tag)} removeLabel={`Remove ${tag.name}`}>
              {tag.name}
            </Chip>
          ))}
        </Chips>
      )}
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
    </Box>
  )
}

type Option = { key: string; label: string; choice: Term | string }

function Input({ entry, tags }: Pick<Props, 'entry' | 'tags'>) {
  const listId = useId()
  const control = useControlProps()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)
  const typed = typedPart(tags)
  const options = isOpen ? optionsFor(typed.trim(), entry) : []
  const shown = options[active]
  const optionId = (key: string) => `${listId}-${key}`

  function type(text: string) {
    setIsOpen(true)
    setActive(0)
    const chosen = textOf(tags.selected)
    entry.type(chosen !== '' && text !== '' ? `${chosen}, ${text}` : chosen + text, { waits: true })
  }
  function choose({ choice }: Option) {
    setIsOpen(false)
    void entry.choose(choice)
  }

  /** What a key does besides what every text field does with it. */
  function actionOf(key: string): (() => void) | undefined {
    const last = options.length - 1
    if (key === 'Enter') return () => (shown ? choose(shown) : void entry.settle())
    if (key === 'Escape' && isOpen) return () => setIsOpen(false)
    if (key === 'Backspace' && typed === '') return removeLast
    if (key === 'ArrowUp' && shown) return () => setActive(active === 0 ? last : active - 1)
    if (key === 'ArrowDown') return () => (shown ? setActive(active === last ? 0 : active + 1) : setIsOpen(true))
    return undefined
  }
  function onKeyDown(event: KeyboardEvent) {
    const { ctrlKey, metaKey, key, nativeEvent } = event
    const action = ctrlKey || metaKey || nativeEvent.isComposing ? undefined : actionOf(key)
    if (!action) return
    event.preventDefault()
    action()
  }
  const removeLast = () => {
    const last = tags.selected.at(-1)
    if (last) void entry.remove(last)
  }

  return (
    <Around>
      <TextInput
        {...control}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={shown && optionId(shown.key)}
        value={typed}
        autoComplete="off"
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setIsOpen(false)
          void entry.settle()
        }}
      />
      <List id={listId} role="listbox" aria-label="Suggestions" hidden={options.length === 0}>
        {options.map((one, index) => (
          <div
            key={one.key}
            id={optionId(one.key)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => {
              // The field keeps the focus: leaving it would accept what is typed.
              event.preventDefault()
              choose(one)
            }}
          >
            {one.label}
          </div>
        ))}
      </List>
    </Around>
  )
}

const SHOWN_MAX = 8

/** Existing tags, the one first that is accepted, and a new one unless it exists. */
function optionsFor(typed: string, entry: TagEntry): Option[] {
  if (typed === '' || typed.includes(',')) return []
  const found = entry.suggestions(typed).slice(0, SHOWN_MAX)
  const known = found.map((tag) => ({ key: tag.id, label: tag.name, choice: tag }))
  if (found.some(({ name }) => name.toLowerCase() === typed.toLowerCase())) return known
  return [...known, { key: '-new', label: `Create “${typed}”`, choice: typed }]
}

/** What is typed besides the names of the chips. */
function typedPart({ text, selected }: TagEntryState): string {
  const names = new Set(selected.map(({ name }) => name.toLowerCase()))
  const rest = text.split(',').filter((part) => !names.has(part.trim().toLowerCase()))
  return splitNames(rest.join(',')).length === 0 ? '' : rest.join(',').trimStart()
}

const s = createStyled('tag-combobox')
const Box = s('div')`
  display: grid;
  gap: 12px;
`
const Around = s('div')`
  position: relative;
`
const List = s('div')`
  position: absolute;
  inset: calc(100% + 4px) 0 auto;
  z-index: 30;
  max-height: 280px;
  padding: 4px;
  overflow: auto;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-md);
  background: var(--surface-2);
  box-shadow: var(--shadow-2);
  & > div {
    display: flex;
    align-items: center;
    min-height: 44px;
    padding: 4px 12px;
    border-radius: var(--r-sm);
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  & > div[aria-selected='true'] { background: var(--surface-3); box-shadow: inset 3px 0 0 var(--primary); }
`
