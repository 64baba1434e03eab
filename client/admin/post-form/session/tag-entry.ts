import { splitNames } from '#contract/post-form.ts'
import type { Term } from '#contract/posts.ts'
import { isNewTerm } from '#contract/term-choice.ts'
import { withoutInvisible } from '#contract/trimmed.ts'

/** A typed tag is matched this long after typing stops. */
export const TAG_MATCH_DELAY_MS = 300

export type TagEntryState = {
  text: string
  selected: readonly Term[]
  /** Why a tag could not be created. The text stays. */
  failure: string | undefined
}
export type TagEntry = ReturnType<typeof createTagEntry>

type TagEntryDeps = {
  existing: readonly Term[]
  /** Returns the tags with these names: existing, new, or to be created by the save. Throws when the server rejects one. */
  create: (names: string[]) => Promise<readonly Term[]>
}

/**
 * Tag entry of one post (docs/product-rules.md#tag-entry). The text decides, the selection follows from it. Existing names
 * are matched 300 ms after typing stops. A comma, for the names before it, and `settle` (blur, Enter, save) match at once, and
 * make tags of unmatched names.
 */
export function createTagEntry({ existing, create }: TagEntryDeps, start: readonly Term[]) {
  let tags = [...existing]
  let state: TagEntryState = { text: textOf(start), selected: start, failure: undefined }
  let timer: ReturnType<typeof setTimeout> | undefined
  let last: Promise<unknown> = Promise.resolve()
  const listeners = new Set<() => void>()

  function set(change: Partial<TagEntryState>) {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  /**
   * Deleting characters only removes chips: a partly deleted name would match itself. `waits`: a pause matches nothing, because
   * the matches are offered in a list.
   */
  function type(text: string, { waits = false } = {}) {
    clearTimeout(timer)
    const erasing = state.text.startsWith(text)
    const isNameDone = text.split(',').length > state.text.split(',').length
    const selected = erasing ? state.selected.filter((tag) => mentions(text, tag)) : state.selected
    set({ text, selected, failure: undefined })
    if (erasing) return
    if (isNameDone) inTurn(() => match(beforeLastComma(state.text)))
    if (!waits) timer = setTimeout(() => inTurn(matchKnown), TAG_MATCH_DELAY_MS)
  }

  /** Matches everything typed now. Returns false when a tag could not be created. */
  function settle(): Promise<boolean> {
    clearTimeout(timer)
    return inTurn(() => match({ done: state.text, rest: '' }))
  }

  function remove(tag: Term) {
    if (isNewTerm(tag)) tags = tags.filter(({ id }) => id !== tag.id)
    set({ text: textWithout(state.text, tag), selected: state.selected.filter((one) => one.id !== tag.id) })
    return settle()
  }

  /** A new tag that is not selected any more has been created, or was never saved. */
  function replace(text: string, selected: readonly Term[]) {
    clearTimeout(timer)
    const known = tags.filter((tag) => !isNewTerm(tag))
    tags = [...known, ...selected.filter((one) => !known.some(({ id }) => id === one.id))]
    set({ text, selected, failure: undefined })
  }

  /** Runs one at a time: two concurrent calls could create a tag twice. */
  function inTurn(work: () => Promise<boolean>): Promise<boolean> {
    const result = last.then(work)
    last = result
    return result
  }

  /** If the text changed while tags were created, it is left alone; its own match follows. */
  async function match({ done, rest }: { done: string; rest: string }): Promise<boolean> {
    const before = state.text
    try {
      const selected = await tagsNamed(done)
      if (state.text === before) set({ text: textOf(selected) + rest, selected })
      return true
    } catch (error) {
      set({ failure: error instanceof Error ? error.message : String(error) })
      return false
    }
  }

  /** Matches names that exist. All others stay text. */
  async function matchKnown(): Promise<boolean> {
    const { done, rest } = typedSoFar(state.text)
    const names = splitNames(done).map((typed) => matchTag(typed, tags)?.name ?? typed)
    set({ text: [...new Set(names)].join(', ') + rest, selected: matchAll(done, tags).selected })
    return true
  }

  /** Selects a tag that exists, or creates one of exactly this name, instead of the name that is being typed. */
  function choose(choice: Term | string): Promise<boolean> {
    clearTimeout(timer)
    return inTurn(async () => {
      try {
        const found = typeof choice === 'string' ? await create([choice]) : [choice]
        tags = [...tags.filter((tag) => !found.some((one) => one.id === tag.id)), ...found]
        const others = state.selected.filter((tag) => !found.some((one) => one.id === tag.id))
        const selected = [...others, ...found]
        set({ text: textOf(selected), selected, failure: undefined })
        return true
      } catch (error) {
        set({ failure: error instanceof Error ? error.message : String(error) })
        return false
      }
    })
  }

  async function tagsNamed(text: string): Promise<Term[]> {
    const first = matchAll(text, tags)
    if (first.missing.length === 0) return first.selected
    const created = await create(first.missing)
    tags = [...tags.filter((tag) => !created.some((one) => one.id === tag.id)), ...created]
    return matchAll(text, tags).selected
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    type,
    settle,
    choose,
    /** Existing tags for a name that is being typed, the one that `settle` takes first. */
    suggestions: (typed: string) => suggestTags(typed, tags, state.selected),
    remove,
    replace,
    stop: () => clearTimeout(timer),
  }
}

/** Shorter text is not matched while the user types. */
const SHORTEST_TYPED_CHARACTERS = 2

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Exact name first, then the first partial match, ignoring case; `undefined` means that the tag has to be created. */
export function matchTag(typed: string, tags: readonly Term[]): Term | undefined {
  const query = typed.toLowerCase()
  return tags.find((tag) => same(tag.name, typed)) ?? tags.find((tag) => tag.name.toLowerCase().includes(query))
}

/** Tags whose name contains the typed text, the best match first. */
function suggestTags(typed: string, tags: readonly Term[], selected: readonly Term[]): Term[] {
  const query = withoutInvisible(typed).toLowerCase()
  if (query === '') return []
  const best = matchTag(withoutInvisible(typed), tags)
  const found = tags.filter((tag) => tag !== best && tag.name.toLowerCase().includes(query))
  return [...(best ? [best] : []), ...found].filter((tag) => !selected.some(({ id }) => id === tag.id))
}

export type Matched = { selected: Term[]; missing: string[] }

/** Matches every name of a comma-separated text. Each tag and each missing name appears once, in the order typed. */
export function matchAll(text: string, tags: readonly Term[]): Matched {
  const selected = new Map<string, Term>()
  const missing = new Map<string, string>()
  for (const typed of splitNames(text)) {
    const tag = matchTag(typed, tags)
    if (tag) selected.set(tag.id, tag)
    else if (!missing.has(typed.toLowerCase())) missing.set(typed.toLowerCase(), typed)
  }
  return { selected: [...selected.values()], missing: [...missing.values()] }
}

/** The text to match while the user types; the last name only once it is long enough. `rest` is what remains. */
export function typedSoFar(text: string): { done: string; rest: string } {
  const comma = text.lastIndexOf(',')
  const unfinished = text.slice(comma + 1).trim().length < SHORTEST_TYPED_CHARACTERS
  if (!unfinished) return { done: text, rest: '' }
  return comma < 0 ? { done: '', rest: text } : { done: text.slice(0, comma), rest: text.slice(comma) }
}

/** The names before the last comma, which are complete. */
function beforeLastComma(text: string): { done: string; rest: string } {
  const comma = text.lastIndexOf(',')
  return comma < 0 ? { done: '', rest: text } : { done: text.slice(0, comma), rest: text.slice(comma) }
}

export const mentions = (text: string, tag: Term): boolean => splitNames(text).some((typed) => same(typed, tag.name))

export const textWithout = (text: string, tag: Term): string =>
  splitNames(text)
    .filter((typed) => !same(typed, tag.name))
    .join(', ')

export const textOf = (tags: readonly Term[]): string => tags.map((tag) => tag.name).join(', ')
