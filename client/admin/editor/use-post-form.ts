import { useEffect, useState, useSyncExternalStore } from 'react'
import { findOrCreateTags } from '#client/api/content.ts'
import type { PostSource } from '#contract/posts.ts'
import type { Term } from '#contract/terms.ts'
import { baseOf, blankFields, fieldsOf, type PostBase, type PostFields, sameFields } from './post-fields.ts'

import { createTagEntry } from './tag-entry.ts'

export type PostForm = ReturnType<typeof usePostForm>

/**
 * Everything that the editor's fields hold: the texts, the tags as typed, the image that was picked, and what they
 * began from. `onTagsCreated` is the one of the first drawing.
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

  /** Puts other texts into the fields; `from` is what they began from. */
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
    /** Whether a text differs from where it began; an image cannot be kept anyway. */
    changed: !sameFields(fields, start),
    set: (change: Partial<PostFields>) => setTexts((before) => ({ ...before, ...change })),
    setImage,
    fill,
  }
}
