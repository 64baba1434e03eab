import { type RefObject, useRef } from 'react'
import { useToast } from '#client/ui/overlay/toast.tsx'

/**
 * Copies a text and announces `done`. Browsers that do not allow it (`navigator.clipboard` is missing on http) get the text
 * selected instead: `shown` belongs to the element that shows it.
 */
export function useCopy<Shown extends HTMLElement>(): {
  shown: RefObject<Shown | null>
  copy: (text: string, done: string) => Promise<void>
} {
  const toast = useToast()
  const shown = useRef<Shown>(null)
  async function copy(text: string, done: string) {
    if (await copyToClipboard(text)) return toast(done)
    if (shown.current) select(shown.current)
    toast(SELECTED, 'failed')
  }
  return { shown, copy }
}

export const SELECTED = 'Your browser doesn’t allow copying. The text is selected: copy it by hand'

/** Whether the browser allowed it. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function select(element: HTMLElement) {
  if (element instanceof HTMLInputElement) {
    element.focus()
    element.select()
  } else getSelection()?.selectAllChildren(element)
}
