import { useEffect, useRef, useState } from 'react'
import type { TextHistory } from '#client/admin/shared/body-editor.ts'

const VERSIONS_MAX = 200
const CHARACTERS_MAX = 5_000_000

type Change = Parameters<TextHistory['changing']>[0]

/**
 * Versions of a text, one for each pause in typing. An editor has a history of its own, which ends where it was opened; this one
 * continues it. `show` opens the editor with another version.
 *
 * The versions are a line that undo only follows back and redo only forward, so that neither can turn in circles.
 */
export function createTextHistory(content: string, show: (content: string) => void) {
  const versions = [content]
  /** Index of the version that the editor was opened with; negative when it is forgotten. */
  let opened = 0
  /** Index of the version that the editor reported last. */
  let current = 0
  /** What changed the text of the editor last. Its report comes later, when typing has paused. */
  let changedBy: Change | undefined
  let isEdited = false
  let hasUnreportedEdit = false

  function open(index: number): void {
    opened = index
    current = index
    changedBy = undefined
    isEdited = false
    hasUnreportedEdit = false
  }

  function insert(index: number, version: string): void {
    versions.splice(index, 0, version)
    current = index
    let characters = versions.reduce((sum, { length }) => sum + length, 0)
    while (current > 0 && (versions.length > VERSIONS_MAX + 1 || characters > CHARACTERS_MAX)) {
      characters -= versions.shift()?.length ?? 0
      current -= 1
      opened -= 1
    }
  }

  /** Replaces what was undone by a version. */
  function append(version: string): void {
    versions.length = current + 1
    insert(versions.length, version)
  }

  /** The index of a version that the editor has reported, the nearest one. */
  function reported(version: string): number | undefined {
    const distance = (index: number) => Math.abs(index - current)
    return [...versions.keys()]
      .filter((index) => index >= opened && versions[index] === version)
      .sort((a, b) => distance(a) - distance(b))[0]
  }

  /** Where a version belongs that no pause in typing had reported before the editor returned to it. */
  const between = (by: Change): number =>
    Math.max(by === 'undo' ? current : Math.min(current + 1, versions.length - 1), opened + 1)

  /** The index of the next version before or after that of the editor which differs from it. */
  function next(direction: -1 | 1): number | undefined {
    let index = opened + direction
    while (index >= 0 && index < versions.length && versions[index] === versions[opened]) index += direction
    return versions[index] === undefined ? undefined : index
  }

  function go(index: number | undefined): void {
    const version = index === undefined ? undefined : versions[index]
    if (index === undefined || version === undefined) return
    open(index)
    show(version)
  }

  /** There is nothing newer than what was typed. */
  const newer = () => (isEdited ? undefined : next(1))

  return {
    changing(by: Change): void {
      changedBy = by
      if (by !== 'edit') return
      isEdited = true
      hasUnreportedEdit = true
      versions.length = current + 1
    },
    /** The editor reported a text. */
    changed(version: string): void {
      // A report of an editor that is closed can come late.
      if (changedBy === undefined) return
      const isNew = changedBy === 'edit' || hasUnreportedEdit
      hasUnreportedEdit = false
      if (version === versions[current]) return
      const index = changedBy === 'edit' ? undefined : reported(version)
      if (index !== undefined) current = index
      else if (isNew) append(version)
      else insert(between(changedBy), version)
    },
    /** Another editor shows the text, or this one another text. */
    opened(version: string): void {
      if (version !== versions[current]) append(version)
      open(current)
    },
    canUndo: () => next(-1) !== undefined,
    /** Called when the history of the editor is at its beginning. */
    undo: () => go(next(-1)),
    canRedo: () => newer() !== undefined,
    /** Called when the history of the editor is at its end. */
    redo: () => go(newer()),
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
