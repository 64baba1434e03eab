import { useEffect, useEffectEvent } from 'react'

/** Calls `press` for each key that nothing else uses: outside of text fields and dialogs. */
export function usePageKey(press: (event: KeyboardEvent) => void): void {
  const onPress = useEffectEvent(press)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && !isTyping() && !document.querySelector('dialog[open]')) onPress(event)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Whether the focus is where a character is text, or chooses an option. */
const isTyping = () =>
  document.activeElement?.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]') !=
  null
