import { type FormField, isEdited } from '#client/lib/form-fields.ts'

/** Text of a form that survives a reload of its tab and ends with the tab. */
export type FormDraft = {
  save(form: HTMLFormElement): void
  /** Leaves alone what someone typed before the code of the page was loaded. */
  restore(form: HTMLFormElement): void
  clear(): void
}

/** `names`: the fields to store; never a password. Without storage nothing is stored, and nothing fails. */
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

function control(form: HTMLFormElement, name: string): FormField | undefined {
  const found = form.elements.namedItem(name)
  return found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement || found instanceof HTMLSelectElement
    ? found
    : undefined
}

function put(form: HTMLFormElement, names: readonly string[], name: string, text: unknown) {
  const field = names.includes(name) ? control(form, name) : undefined
  if (field && typeof text === 'string' && !isEdited(field)) field.value = text
}

/** Storage may be disabled or full, and its content may be invalid. */
function ignoreStorageErrors(act: () => void) {
  try {
    act()
  } catch {
    // the form works without storage
  }
}

const BYTES = 16

/** 32 random hexadecimal digits. `randomUUID` exists only on https. */
export const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('')
