export type CursorLine = ReturnType<typeof createCursorLine>

/** The line of the text that the cursor is in, from 1. Not a React state: a key press must not render the whole page. */
export function createCursorLine() {
  const listeners = new Set<() => void>()
  let line: number | undefined
  return {
    line: () => line,
    set(next: number): void {
      if (next === line) return
      line = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
