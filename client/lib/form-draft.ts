/** What is typed into a form survives a reload of its tab (decision 33), and nothing else: the tab's end ends it. */
export type FormDraft = {
  save(form: HTMLFormElement): void
  restore(form: HTMLFormElement): void
  clear(): void
}

/** `names`: the fields that may be kept; a password is not one of them. Without storage nothing is kept, and nothing fails. */
export function createFormDraft(
  key: string,
  names: readonly string[],
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = () => sessionStorage,
): FormDraft {
  return {
    save(form) {
      const typed = names.map((name) => [name, control(form, name)?.value ?? ''])
      ignoreStorageErrors(() => storage().setItem(key, JSON.stringify(Object.fromEntries(typed))))
    },
    restore(form) {
      ignoreStorageErrors(() => {
        const stored: unknown = JSON.parse(storage().getItem(key) ?? '{}')
        for (const [name, text] of Object.entries(Object(stored))) put(form, names, name, text)
      })
    },
    clear: () => ignoreStorageErrors(() => storage().removeItem(key)),
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function control(form: HTMLFormElement, name: string): Control | undefined {
  const found = form.elements.namedItem(name)
  return found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement || found instanceof HTMLSelectElement
    ? found
    : undefined
}

function put(form: HTMLFormElement, names: readonly string[], name: string, text: unknown) {
  const field = names.includes(name) ? control(form, name) : undefined
  if (field && typeof text === 'string') field.value = text
}

/** Storage may be switched off or full, and what stands in it may be anything. */
function ignoreStorageErrors(act: () => void) {
  try {
    act()
  } catch {
    // the form works without
  }
}
