import { type FormField, isEdited } from './form-fields.ts'

/**
 * Observes the fields of an element that is going to be rendered again. Returns a function to call afterwards: it writes
 * what was typed and chosen into the fields in the same places, focuses the one that had the focus, and lets the removed
 * buttons click the ones in their places: clicks may be waiting for them.
 */
export function preserveInput(root: Element): () => void {
  const before = fieldsOf(root)
  const removedButtons = [...root.querySelectorAll('button')]
  let focused = document.activeElement
  const onFocus = ({ target }: Event) => {
    if (target instanceof Element) focused = target
  }
  root.addEventListener('focusin', onFocus)
  return () => {
    root.removeEventListener('focusin', onFocus)
    const buttons = root.querySelectorAll('button')
    removedButtons.forEach((removed, index) => {
      if (removed !== buttons[index]) removed.addEventListener('click', () => buttons[index]?.click())
    })
    const fields = fieldsOf(root)
    if (fields.length !== before.length) return
    fields.forEach((field, index) => {
      const replaced = before[index]
      if (!replaced || replaced === field) return
      if (isEdited(replaced)) copy(replaced, field)
      if (replaced === focused) field.focus({ preventScroll: true })
    })
  }
}

const fieldsOf = (root: Element) => [...root.querySelectorAll<FormField>('input, textarea, select')]

/** Through the prototype's setter and with events, so that React and listeners of the form notice. */
function copy(from: FormField, to: FormField) {
  if (from.type !== to.type || from.type === 'file' || from.type === 'hidden') return
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement && from.checked !== to.checked) to.click()
  if (from.value === to.value) return
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), 'value')?.set
  setter?.call(to, from.value)
  to.dispatchEvent(new Event('input', { bubbles: true }))
  to.dispatchEvent(new Event('change', { bubbles: true }))
}
