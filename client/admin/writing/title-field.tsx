import { type KeyboardEvent, useEffect, useId } from 'react'
import type { Writing } from '#client/admin/writing/state/use-writing.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import { useFittingHeight } from '#client/ui/form/fitting-height.ts'
import { TITLE_MAX_CHARACTERS } from '#contract/limits.ts'

/** The title, as large as it will be. Enter goes on to the text. */
export function TitleField({ writing, error }: { writing: Writing; error: string | undefined }) {
  const id = useId()
  const area = useFittingHeight(writing.fields.title)
  const isNew = writing.source === undefined && writing.fields.title === ''
  // A new post begins with its title.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened.
  useEffect(() => {
    if (isNew) area.current?.focus()
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    writing.focusBody()
  }
  return (
    <div data-field="title">
      <Label htmlFor={id}>Title</Label>
      <Line
        id={id}
        ref={area}
        rows={1}
        dir="auto"
        value={writing.fields.title}
        readOnly={writing.source?.to_repair !== undefined}
        placeholder="Title"
        maxLength={TITLE_MAX_CHARACTERS}
        autoComplete="off"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error && `${id}-error`}
        onKeyDown={onKeyDown}
        onChange={({ target }) => writing.set({ title: target.value.replace(/\s*[\r\n]+\s*/g, ' ') })}
      />
      {error && <Wrong id={`${id}-error`}>{error}</Wrong>}
    </div>
  )
}

const s = createStyled('title-field')
const Label = s('label')`
  display: block;
  margin-bottom: 4px;
  color: var(--text-2);
  font-size: var(--t-small);
  font-weight: 600;
`
const Line = s('textarea')`
  display: block;
  width: 100%;
  min-height: 60px;
  /* Glyphs are up to 2 px higher than their line, for which Firefox would show a scrollbar. */
  padding: 6px 10px 8px;
  margin-inline: -10px;
  border: 0;
  border-radius: var(--r-md);
  background: none;
  color: var(--text);
  font: 620 clamp(1.75rem, 1.4rem + 1.4vw, 2.375rem) / 1.25 var(--f-display);
  field-sizing: content;
  resize: none;
  overflow-wrap: anywhere;
  &::placeholder { color: var(--text-3); opacity: 1; }
  &:hover { background: var(--surface); }
`
const Wrong = s('p')`
  margin-top: 4px;
  color: var(--danger);
  font-weight: 560;
`
