import { type FormField, isEdited } from './form-fields.ts'

/**
 * Observes the fields of an element that is going to be rendered again. Returns a function to call afterwards: it writes
 * what was typed and chosen into the fields in the same places, focuses the one that had the focus, and passes on clicks
 * and forms that waited for the app.
 */
export function preserveInput(root: Element): () => void {
  const before = fieldsOf(root)
  const buttons = [...root.querySelectorAll('button')]
  const forms = [...root.querySelectorAll('form')]
  let focused = document.activeElement
  const onFocus = ({ target }: Event) => {
    if (target instanceof Element) focused = target
  }
  root.addEventListener('focusin', onFocus)
  return () => {
    root.removeEventListener('focusin', onFocus)
    replaceEach(buttons, root.querySelectorAll('button'), (removed, button) =>
      removed.addEventListener('click', () => button.click()),
    )
    // A form outside the document sends nothing.
    replaceEach(forms, root.querySelectorAll('form'), (removed, form) => {
      removed.requestSubmit = () => form.requestSubmit()
    })
    const fields = fieldsOf(root)
    if (fields.length !== before.length) return
    replaceEach(before, fields, (removed, field) => {
      if (isEdited(removed)) copy(removed, field)
      if (removed === focused) field.focus({ preventScroll: true })
    })
  }
}

/** Calls `replace` for each removed element and the one in its place. */
function replaceEach<Item>(
  removed: readonly Item[],
  current: ArrayLike<Item>,
  replace: (old: Item, now: Item) => void,
) {
  removed.forEach((old, index) => {
    const now = current[index]
    if (now !== undefined && now !== old) replace(old, now)
  })
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
