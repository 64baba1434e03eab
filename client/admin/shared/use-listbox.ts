import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'

/** The id of an option, for the `aria-activedescendant` of what has the keyboard. */
export const optionId = (listId: string, index: number) => `${listId}-${index}`

/** The option that a key goes to from the active one, around the ends; `undefined` for other keys. */
export function optionAfterKey(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (active + 1) % count
  if (key === 'ArrowUp') return (Math.max(active, 0) - 1 + count) % count
  return undefined
}

type Options = { id: string; label: string; count: number; active: number; onChoose: (index: number) => void }

/** A list of suggestions for something else that has the keyboard, which names the active option. That one stays in view. */
export function useOptions<List extends HTMLElement>({ id, label, count, active, onChoose }: Options) {
  const list = useRef<List>(null)
  useEffect(() => {
    if (count > 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active, count])
  return {
    list,
    listProps: { ref: list, id, role: 'listbox', 'aria-label': label },
    optionProps: (index: number) => ({
      id: optionId(id, index),
      role: 'option',
      tabIndex: -1,
      'aria-selected': index === active,
      // What has the keyboard keeps the focus: leaving a field would accept what is typed there.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick: () => onChoose(index),
    }),
  }
}

type ListboxOptions = {
  id: string
  label: string
  count: number
  /** The text that the options are for. Another text begins with the first option again, or with none. */
  typed: string
  /** Whether Enter chooses the first option before an arrow key was pressed. */
  startsAtFirst: boolean
  /** The options are still those of an earlier text: no key chooses from them. */
  isStale?: boolean
  onChoose: (index: number) => void
}

/** A text field with suggestions: arrow keys move through them, and Enter chooses. */
export function useListbox<List extends HTMLElement>(options: ListboxOptions) {
  const { id, label, count, typed, startsAtFirst, isStale = false, onChoose } = options
  const start = { typed, index: startsAtFirst ? 0 : -1 }
  const [moved, setMoved] = useState(start)
  const { index } = moved.typed === typed ? moved : start
  const active = isStale || index >= count ? -1 : index
  const { listProps, optionProps } = useOptions<List>({ id, label, count, active, onChoose })

  /** Whether the key was for the list. */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing || isStale) return false
    const next = optionAfterKey(event.key, active, count)
    const isChosen = event.key === 'Enter' && active >= 0
    if (next === undefined && !isChosen) return false
    event.preventDefault()
    if (next === undefined) onChoose(active)
    else setMoved({ typed, index: next })
    return true
  }

  return {
    listProps,
    optionProps,
    onKeyDown,
    /** Begins again, as when the list opens. */
    reset: () => setMoved(start),
    fieldProps: {
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': count > 0,
      'aria-controls': id,
      'aria-activedescendant': active < 0 ? undefined : optionId(id, active),
    },
  }
}
