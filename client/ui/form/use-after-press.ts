import { useEffect, useRef } from 'react'

/** A press that opens the list of a select ends without an event. */
const MAX_PRESS_MS = 1000

/**
 * Returns a function that runs a task at once, or, while a mouse button or finger is down, when the press has become a
 * click: an error that appears meanwhile would move the pressed control away, and the click would be lost.
 */
export function useAfterPress(): (task: () => void) => void {
  const isPressed = useRef(false)
  useEffect(() => {
    const press = ({ type }: MouseEvent) => {
      isPressed.current = type === 'mousedown'
    }
    addEventListener('mousedown', press, true)
    addEventListener('mouseup', press, true)
    return () => {
      removeEventListener('mousedown', press, true)
      removeEventListener('mouseup', press, true)
    }
  }, [])

  return (task) => {
    if (!isPressed.current) return task()
    // The click is dispatched right after `mouseup`.
    const runAfterClick = () => setTimeout(run)
    const timer = setTimeout(run, MAX_PRESS_MS)
    addEventListener('mouseup', runAfterClick, { once: true })
    function run() {
      clearTimeout(timer)
      removeEventListener('mouseup', runAfterClick)
      task()
    }
  }
}
