import type { BodyEditorHandle } from '#client/admin/shared/body-editor.ts'
import type { PostSource } from '#contract/posts.ts'
import { baseOf, blankFields, fieldsOf, type PostFields, sameFields, type Text } from './fields.ts'
import type { SessionState } from './session-state.ts'
import type { Stored } from './stored.ts'
import { createTagEntry, type TagEntry } from './tag-entry.ts'

type Options = {
  source: PostSource | undefined
  text: Text
  entry: Parameters<typeof createTagEntry>[0]
  /** Where the text is now. */
  stored: () => Stored
  /** `isWritten`: the fields have what the editor shows. */
  onChange: (change: { isWritten: boolean }) => void
}
export type ShownText = ReturnType<typeof createShownText>

/** What is on the screen: the fields of the form, and the editor of the text. */
export function createShownText({ source, text, entry: tags, stored, onChange }: Options) {
  const listeners = new Set<() => void>()
  const storedListeners = new Set<() => void>()
  const entry: TagEntry = createTagEntry(tags, text.fields.tags)
  entry.replace(text.fields.tagText, text.fields.tags)
  /** The fields of the stored post. */
  let start = source ? fieldsOf(source) : blankFields
  let editor: BodyEditorHandle | undefined
  /** What was shown and is not written, while there is no editor. */
  let unwritten = text.document
  let state: SessionState = {
    status: { name: 'editing' },
    stored: { kind: 'clean' },
    source,
    fields: text.fields,
    base: text.base,
    image: undefined,
    tags: entry.state(),
    opening: 0,
    newer: text.document,
    offer: undefined,
    failure: undefined,
    notice: undefined,
    created: [],
    url: undefined,
  }

  function show(change: Partial<SessionState>): void {
    state = withStored({ ...state, ...change })
    for (const listener of [...listeners, ...storedListeners]) listener()
  }

  /** Publishes where the text is stored. This changes on every input, so only the bar renders. */
  function showStored(): void {
    state = withStored(state)
    for (const listener of storedListeners) listener()
  }

  function withStored(before: SessionState): SessionState {
    const now = stored()
    const isResting = before.status.name === 'editing' || before.status.name === 'storing'
    const name = now.kind === 'storing' ? 'storing' : 'editing'
    return { ...before, stored: now, status: isResting ? { name } : before.status }
  }

  const isChanged = () => !sameFields(state.fields, start)
  const document = () => (editor ? editor.document() : unwritten)

  function set(change: Partial<PostFields>): void {
    const fields = { ...state.fields, ...change }
    if (sameFields(fields, state.fields)) return
    if (change.content !== undefined) unwritten = undefined
    show({ fields })
    onChange({ isWritten: true })
  }

  /** What an editor has written does not replace a text that was shown since. */
  function take(content: string | undefined, opening: number): void {
    if (content !== undefined && opening === state.opening) set({ content })
  }

  entry.subscribe(() => {
    const { text: tagText, selected } = entry.state()
    show({ tags: entry.state() })
    set({ tagText, tags: selected })
  })

  return {
    entry,
    subscribe: subscribeTo(listeners),
    subscribeToStored: subscribeTo(storedListeners),
    state: () => state,
    show,
    showStored,
    set,
    start: () => start,
    /** What is on the screen, as it is stored. */
    current: (): Text => ({ fields: state.fields, base: state.base, document: document() }),
    isChanged,
    isUnsaved: () => isChanged() || (editor ? editor.hasPending() : unwritten !== undefined),
    editor: () => editor,
    /** The editor of the text, once it is there. */
    attach(opened: BodyEditorHandle | null): void {
      editor = opened ?? undefined
    },
    /** Shows another text in the form, and opens the editor again. */
    fill({ fields, base, document }: Text): void {
      unwritten = document
      editor = undefined
      show({ fields, base, newer: document, opening: state.opening + 1 })
      entry.replace(fields.tagText, fields.tags)
      onChange({ isWritten: false })
    },
    /** The stored post is `source` now, whose fields are `saved` in this form. */
    setPost(
      source: PostSource,
      saved: PostFields,
      change: Pick<Text, 'fields' | 'base'> & Partial<SessionState>,
    ): void {
      start = saved
      show({ source, image: undefined, ...change })
      entry.replace(change.fields.tagText, change.fields.tags)
      onChange({ isWritten: true })
    },
    /** Nothing differs from these fields. */
    setStart(saved: PostFields): void {
      start = saved
    },
    /** Asks the editor for its text, without what is still being stored. */
    async write(): Promise<void> {
      const { opening } = state
      take(await editor?.text(), opening)
    },
    /** The text as it is shown. Rejects if it cannot be written. */
    async contentNow(): Promise<string> {
      const { opening } = state
      if (!editor && unwritten) throw new Error('The text is still being opened. Try again in a moment.')
      const content = (await editor?.flush()) ?? state.fields.content
      take(content, opening)
      return content
    },
    /** An editor of source writes its text at once. */
    writeSource(): void {
      if (editor?.hasPending() && !editor.document()) void editor.text().catch(() => {})
    },
    /** The editor goes away. */
    close(): void {
      unwritten = document()
      editor = undefined
      entry.stop()
    },
  }
}

const subscribeTo = (listeners: Set<() => void>) => (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The version of a post that a text begins with. */
export const beginning = (source: PostSource | undefined, format: 'md' | 'html'): Text => ({
  fields: source ? fieldsOf(source) : blankFields,
  base: baseOf(source, format),
})
