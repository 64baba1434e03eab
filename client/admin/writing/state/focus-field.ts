import type { Writing } from './use-writing.ts'

/** Moves the focus to a field of the writing page, named as in the form. A folded group is opened. */
export function focusField(field: string, { focusBody }: Pick<Writing, 'focusBody'>): void {
  if (field === 'content') {
    focusBody()
    return
  }
  const place = document.querySelector(`[data-field~="${field}"]`)
  const folded = place?.closest('details')
  if (folded) folded.open = true
  place?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
}
