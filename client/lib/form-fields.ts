export type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Whether a field has another value than the page gave it. */
export function isEdited(field: FormField): boolean {
  if (field instanceof HTMLSelectElement) {
    const chosenByPage = Array.from(field.options).findIndex((option) => option.defaultSelected)
    return field.selectedIndex !== Math.max(chosenByPage, 0)
  }
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) return true
  return field.value !== field.defaultValue
}
