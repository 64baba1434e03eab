import { useEffect, useState, useSyncExternalStore } from 'react'
import { findOrCreateTags } from '#client/api/content.ts'
import type { PostSource } from '#contract/posts.ts'
import type { Term } from '#contract/terms.ts'
import { baseOf, blankFields, fieldsOf, type PostBase, type PostFields, sameFields } from './post-fields.ts'

import { createTagEntry } from './tag-entry.ts'

export type PostForm = ReturnType<typeof usePostForm>

/**
 * State of all fields: texts, tags as typed, the chosen image, and the version they are based on. Only the first
 * `onTagsCreated` is used.
 */
export function usePostForm(source: PostSource | undefined, known: readonly Term[], onTagsCreated: () => void) {
  const [start] = useState<PostFields>(() => (source ? fieldsOf(source) : blankFields))
  const [texts, setTexts] = useState<PostFields>(start)
  const [base, setBase] = useState<PostBase>(() => baseOf(source))
  const [image, setImage] = useState<File>()
  const [entry] = useState(() => createTagEntry({ known, create: createTags }, start.tags))
  const tags = useSyncExternalStore(entry.subscribe, entry.state, entry.state)
  useEffect(() => entry.stop, [entry])

  async function createTags(names: string[]) {
    const created = await findOrCreateTags(names)
    onTagsCreated()
    return created
  }
  const fields: PostFields = { ...texts, tagText: tags.text, tags: [...tags.selected] }

  /** Replaces the texts; `from` is the version they are based on. */
  function fill(next: PostFields, from: PostBase) {
    setTexts(next)
    setBase(from)
    entry.replace(next.tagText, next.tags)
  }
  return {
    fields,
    base,
    image,
    entry,
    tags,
    dirty: image !== undefined || !sameFields(fields, start),
    /** Whether a text differs from the original. An image cannot be stored as a draft. */
    changed: !sameFields(fields, start),
    set: (change: Partial<PostFields>) => setTexts((before) => ({ ...before, ...change })),
    setImage,
    fill,
  }
}
