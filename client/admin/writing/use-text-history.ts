import { useEffect, useRef, useState } from 'react'
import type { TextHistory } from '#client/admin/shared/body-editor.ts'

const VERSIONS_MAX = 200
const CHARACTERS_MAX = 5_000_000

/**
 * Versions of a text, one for each pause in typing. An editor has a history of its own, which ends where it was opened; this one
 * continues it. `show` opens the editor with another version.
 */
export function createTextHistory(content: string, show: (content: string) => void) {
  let past: string[] = []
  let future: string[] = []
  /** How many versions are older than the editor. */
  let older = 0
  /** The text that the editor was opened with, and the newest one. */
  let opened = content
  let newest = content

  function open(next: string): void {
    opened = next
    newest = next
    older = past.length
  }

  function remember(version: string): void {
    past.push(version)
    let characters = past.reduce((sum, { length }) => sum + length, 0)
    while (past.length > VERSIONS_MAX || characters > CHARACTERS_MAX) {
      characters -= past.shift()?.length ?? 0
      older = Math.max(0, older - 1)
    }
  }

  return {
    /** The editor reported a text. */
    changed(next: string): void {
      if (next === newest) return
      remember(newest)
      newest = next
      future = []
    },
    /** Another editor shows the text, or this one another text. */
    opened(next: string): void {
      if (next !== newest) remember(newest)
      open(next)
    },
    undo(isRun: boolean): boolean {
      const index = past.slice(0, older).findLastIndex((version) => version !== opened)
      const version = past[index]
      if (version === undefined || !isRun) return version !== undefined
      future.push(opened)
      past = past.slice(0, index)
      open(version)
      show(version)
      return true
    },
    redo(isRun: boolean): boolean {
      const version = future.at(-1)
      if (version === undefined || !isRun) return version !== undefined
      future.pop()
      past = [...past.slice(0, older), opened]
      open(version)
      show(version)
      return true
    },
  }
}

/** The history of the text of the writing page. `opening` changes when the editor is opened with another text. */
export function useTextHistory(content: string, opening: number, show: (content: string) => void) {
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  const [history] = useState(() => createTextHistory(content, (version) => latest.current(version)))
  const last = useRef(opening)
  useEffect(() => {
    if (last.current === opening) return
    last.current = opening
    history.opened(content)
  }, [history, opening, content])
  return history satisfies TextHistory
}
