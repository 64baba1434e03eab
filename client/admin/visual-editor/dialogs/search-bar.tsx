import { findNext, findPrev, replaceAll, replaceNext, SearchQuery, setSearchState } from 'prosemirror-search'
import type { Command, EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { SearchRow } from '#client/admin/images/dialogs.styles.ts'
import { TextToolButton } from '#client/admin/visual-editor/tools/toolbar.styles.ts'
import { IconButton } from '#client/ui/base/button.tsx'

/** Counting stops here. */
const MATCHES_MAX = 1000

/** Finds and replaces text. Enter finds the next match, Escape closes. */
export function SearchBar({ view, state, onClose }: { view: EditorView; state: EditorState; onClose: () => void }) {
  const [search, setSearch] = useState(() => selectedText(state))
  const [replace, setReplace] = useState('')
  /** How many were replaced at once, until something else happens. */
  const [replaced, setReplaced] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const query = new SearchQuery({ search, replace, literal: true })

  useEffect(() => field.current?.select(), [])
  useEffect(() => {
    view.dispatch(setSearchState(view.state.tr, new SearchQuery({ search, replace, literal: true })))
  }, [view, search, replace])
  useEffect(
    () => () => {
      if (!view.isDestroyed) view.dispatch(setSearchState(view.state.tr, new SearchQuery({ search: '' })))
    },
    [view],
  )

  const perform = (command: Command) => {
    setReplaced(0)
    command(view.state, view.dispatch, view)
  }
  const performAll = () => {
    const { count } = countMatches(view.state, query)
    perform(replaceAll)
    setReplaced(count)
  }
  const close = () => {
    onClose()
    view.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    // The page around the editor may be a form.
    event.preventDefault()
    perform(event.shiftKey ? findPrev : findNext)
  }
  return (
    <SearchRow role="search" aria-label="Find and replace" onKeyDown={onKeyDown}>
      <label>
        Find
        <input
          ref={field}
          value={search}
          onChange={({ target }) => {
            setReplaced(0)
            setSearch(target.value)
          }}
        />
      </label>
      <label>
        Replace with
        <input value={replace} onChange={({ target }) => setReplace(target.value)} />
      </label>
      <p role="status">{search && (replaced > 0 ? `${replaced} replaced` : matchesInWords(state, query))}</p>
      <TextToolButton type="button" onClick={() => perform(findPrev)}>
        Previous
      </TextToolButton>
      <TextToolButton type="button" onClick={() => perform(findNext)}>
        Next
      </TextToolButton>
      <TextToolButton type="button" onClick={() => perform(replaceNext)}>
        Replace
      </TextToolButton>
      <TextToolButton type="button" onClick={performAll}>
        Replace all
      </TextToolButton>
      <IconButton icon="close" label="Close find and replace" onClick={close} />
    </SearchRow>
  )
}

const selectedText = ({ doc, selection: { from, to, $from, $to } }: EditorState): string =>
  $from.sameParent($to) ? doc.textBetween(from, to) : ''

/** "2 of 5", "5 found" or "Not found". */
function matchesInWords(state: EditorState, query: SearchQuery): string {
  const { count, current } = countMatches(state, query)
  if (count === 0) return 'Not found'
  return current > 0 ? `${current} of ${count}` : `${count} found`
}

/** `current` is the number of the selected match, or 0. */
function countMatches(state: EditorState, query: SearchQuery): { count: number; current: number } {
  let count = 0
  let current = 0
  for (let match = query.findNext(state); match && count < MATCHES_MAX; match = query.findNext(state, match.to)) {
    count++
    if (match.from === state.selection.from && match.to === state.selection.to) current = count
  }
  return { count, current }
}
