import { type ComponentType, useEffect, useRef, useState } from 'react'

type Board = ComponentType<{ onClose: () => void }>
type State = { status: 'closed' | 'loading' | 'failed' } | { status: 'open'; Board: Board }

/** Loads the board when it is opened for the first time. It moves the focus into itself, and back to `opener` when it closes. */
export function useBoard() {
  const [state, setState] = useState<State>({ status: 'closed' })
  const opener = useRef<HTMLButtonElement>(null)
  const isOpen = state.status === 'open'
  useEffect(() => {
    if (!isOpen) return
    const button = opener.current
    return () => button?.focus()
  }, [isOpen])

  async function open() {
    setState({ status: 'loading' })
    // Not a `preload-error`, which may reload the page: the video stays.
    const module = await import('#client/mockups/board/board.tsx').catch(() => undefined)
    setState(module ? { status: 'open', Board: module.default } : { status: 'failed' })
  }
  return {
    Board: isOpen ? state.Board : undefined,
    isLoading: state.status === 'loading',
    hasFailed: state.status === 'failed',
    open,
    close: () => setState({ status: 'closed' }),
    opener,
  }
}
