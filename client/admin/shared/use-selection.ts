import { type ChangeEvent, useRef, useState } from 'react'

type Identified = { id: string }

/** The items of the page whose checkboxes are checked. Items that leave the page leave the selection. */
export function useSelection<Item extends Identified>(items: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const selected = items.filter(({ id }) => ids.has(id))

  /** With Shift, all items from the last one that was clicked. */
  function toggle(id: string, { target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const isRange = 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true
    const at = items.findIndex((item) => item.id === id)
    const anchor = isRange ? items.findIndex((item) => item.id === last.current) : -1
    const range =
      anchor === -1 ? [id] : items.slice(Math.min(at, anchor), Math.max(at, anchor) + 1).map((item) => item.id)
    const others = selected.map((item) => item.id).filter((one) => !range.includes(one))
    setIds(new Set(target.checked ? [...others, ...range] : others))
    last.current = id
  }

  return {
    selected,
    has: (id: string) => ids.has(id),
    toggle,
    toggleAll: (isOn: boolean) => setIds(new Set(isOn ? items.map(({ id }) => id) : [])),
    add: (added: readonly string[]) => setIds(new Set([...selected.map(({ id }) => id), ...added])),
    clear: () => setIds(new Set()),
  }
}
export type Selection<Item extends Identified> = ReturnType<typeof useSelection<Item>>
