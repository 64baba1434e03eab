import { useEffect, useEffectEvent } from 'react'

/** As `shownShortcut` reads it. */
export const PUBLISH_KEYS = 'Alt-Shift-P'

type Shortcuts = { onSave: () => void; onPublish: () => void }

/** Ctrl/⌘+S and Alt+Shift+P on the whole page, except while a dialog is open. */
export function useShortcuts({ onSave, onPublish }: Shortcuts) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const action = isSave(event) ? onSave : isPublish(event) ? onPublish : undefined
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat && !document.querySelector('dialog[open]')) action()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    // Before the editors, where these keys may have a meaning.
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  }, [])
}

const isSave = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 's'

/** By the place of the key: with Alt, keyboards send other letters, such as `∏` on a Mac. */
const isPublish = ({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  altKey && shiftKey && !ctrlKey && !metaKey && code === 'KeyP'
