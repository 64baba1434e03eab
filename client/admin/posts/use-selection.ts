import { type ChangeEvent, useRef, useState } from 'react'
import type { PostCard } from '#contract/posts.ts'

/** The posts of the page whose checkboxes are checked. Posts that leave the page leave the selection. */
export function useSelection(posts: readonly PostCard[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const selected = posts.filter(({ id }) => ids.has(id))

  /** With Shift, all posts from the last one that was clicked. */
  function toggle(id: string, { target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    const isRange = 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true
    const at = posts.findIndex((post) => post.id === id)
    const anchor = isRange ? posts.findIndex((post) => post.id === last.current) : -1
    const range =
      anchor === -1 ? [id] : posts.slice(Math.min(at, anchor), Math.max(at, anchor) + 1).map((post) => post.id)
    const others = selected.map((post) => post.id).filter((one) => !range.includes(one))
    setIds(new Set(target.checked ? [...others, ...range] : others))
    last.current = id
  }

  return {
    selected,
    has: (id: string) => ids.has(id),
    toggle,
    toggleAll: (isOn: boolean) => setIds(new Set(isOn ? posts.map(({ id }) => id) : [])),
    clear: () => setIds(new Set()),
  }
}
export type Selection = ReturnType<typeof useSelection>
