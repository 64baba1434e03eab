import { useEffect, useEffectEvent } from 'react'

type Shortcuts = { onSave: () => void; onPublish: () => void }

/** Ctrl/⌘+S and Ctrl/⌘+Enter on the whole page, except while a dialog is open. */
export function useShortcuts({ onSave, onPublish }: Shortcuts) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.isComposing) return
    const action = event.key.toLowerCase() === 's' ? onSave : event.key === 'Enter' ? onPublish : undefined
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat && !document.querySelector('dialog[open]')) action()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    // Before the editors, where Enter is text.
    addEventListener('keydown', onKeyDown, true)
    return () => removeEventListener('keydown', onKeyDown, true)
  }, [])
}
