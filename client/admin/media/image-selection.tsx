import type { KeyboardEvent } from 'react'
import { shownName } from '#client/admin/images/media-thumb.tsx'
import { type Selection, useSelection } from '#client/admin/shared/use-selection.ts'
import { Button } from '#client/ui/base/button.tsx'
import { createStyled } from '#client/ui/base/styles.ts'
import { VisuallyHidden } from '#client/ui/base/visually-hidden.tsx'
import { Checkbox } from '#client/ui/form/checkbox.tsx'
import type { MediaItem } from '#contract/media.ts'

type Selectable = MediaItem & { id: string }
type ImageSelection = Selection<Selectable> & { count: number }

/** The images of the list that are selected. */
export function useImageSelection(items: readonly MediaItem[]): ImageSelection {
  return { ...useSelection(items.map((item) => ({ ...item, id: item.file }))), count: items.length }
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** Space selects an image, Shift with an arrow key selects the next one, too. */
export function ImageCheckbox({ item, selection }: { item: MediaItem; selection: ImageSelection }) {
  function extend(event: KeyboardEvent<HTMLInputElement>) {
    const step = STEPS[event.key]
    if (step === undefined || !event.shiftKey) return
    event.preventDefault()
    const checkboxes = [...document.querySelectorAll<HTMLInputElement>(`input[name=${NAME}]`)]
    const next = checkboxes[checkboxes.indexOf(event.currentTarget) + step]
    if (!next) return
    next.focus()
    selection.add([item.file, next.value])
  }
  return (
    <Mark>
      <Checkbox
        name={NAME}
        value={item.file}
        checked={selection.has(item.file)}
        onChange={(event) => selection.toggle(item.file, event)}
        onKeyDown={extend}
      >
        <VisuallyHidden>{`Select ${item.alt || shownName(item)}`}</VisuallyHidden>
      </Checkbox>
    </Mark>
  )
}

const NAME = 'selected-images'

type BarProps = { selection: ImageSelection; onDelete: (images: readonly MediaItem[] | 'all') => void }

/** How many images are selected, and the deletion of those, or of all that nothing uses. It keeps its height, so that no image moves. */
export function SelectionBar({ selection, onDelete }: BarProps) {
  const { selected, count, toggleAll, clear } = selection
  const chosen = selected.length
  return (
    <Bar role="group" aria-label="Selected images">
      <Checkbox
        checked={chosen > 0 && chosen === count}
        disabled={count === 0}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < count
        }}
        onChange={(event) => toggleAll(event.target.checked)}
      >
        <VisuallyHidden>Select all images of the list</VisuallyHidden>
      </Checkbox>
      <p role="status">{`${chosen} selected`}</p>
      {chosen > 0 ? (
        <>
          <Button small variant="ghost" onClick={clear}>
            Clear selection
          </Button>
          <Button small variant="danger" onClick={() => onDelete(selected)}>
            Delete selected …
          </Button>
        </>
      ) : (
        <Button small variant="outline" onClick={() => onDelete('all')}>
          Delete all unused …
        </Button>
      )}
    </Bar>
  )
}

const s = createStyled('image-selection')
const Mark = s('div')`
  position: absolute;
  top: 22px;
  left: 22px;
  z-index: 1;
  & > div { border-radius: 7px; background: var(--surface); }
`
const Bar = s('div')`
  position: sticky;
  top: 8px;
  z-index: 40;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 16px;
  min-height: 62px;
  margin-top: 14px;
  padding: 6px 12px 6px 22px;
  border-radius: var(--r-md);
  background: var(--bg);
  & > [role='status'] { margin-right: auto; color: var(--text-2); }
  & input:indeterminate { border-color: var(--primary); background: var(--primary-soft); }
`
