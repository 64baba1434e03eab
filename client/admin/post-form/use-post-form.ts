import { useEffect, useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { findOrCreateTerms } from '#client/api/content.ts'
import { exemptionOf, type PostFormat, postFormats } from '#contract/post-form.ts'
import type { PostSource, Term } from '#contract/posts.ts'
import { type StoredDocument, StoredDocumentSchema } from '#contract/stored-document.ts'
import { createTagEntry, textOf } from './tag-entry.ts'

/** The fields to save and the version they are based on. */
export type Typed = { fields: PostFields; base: PostBase; image: File | undefined }
export type PostForm = ReturnType<typeof usePostForm>

/** State of all fields and the version they are based on. Only the first `onTagsCreated` is used. */
export function usePostForm(
  source: PostSource | undefined,
  known: readonly Term[],
  onTagsCreated: () => void,
  newFormat: PostFormat = 'html',
) {
  const [start, setStart] = useState<PostFields>(() => (source ? fieldsOf(source) : blankFields))
  const [texts, setTexts] = useState<PostFields>(start)
  const [base, setBase] = useState<PostBase>(() => baseOf(source, newFormat))
  const [image, setImage] = useState<File>()
  const [entry] = useState(() => createTagEntry({ known, create: createTags }, start.tags))
  const tags = useSyncExternalStore(entry.subscribe, entry.state, entry.state)
  useEffect(() => entry.stop, [entry])

  async function createTags(names: string[]) {
    const created = await findOrCreateTerms('tags', names)
    onTagsCreated()
    return created
  }
  const fields: PostFields = { ...texts, tagText: tags.text, tags: [...tags.selected] }

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
    /** The stored post is this now; `fill` follows where the shown fields differ. */
    setStart,
  }
}

/** The fields that are stored in the browser; never the image file. */
const FieldsSchema = v.object({
  title: v.string(),
  summary: v.string(),
  content: v.string(),
  category_id: v.string(),
  image_alt: v.string(),
  draft: v.boolean(),
  /** The stored path of the image. Like all that follow, absent from drafts of older versions; the value then stays unchanged. */
  image: v.optional(v.string()),
  image_caption: v.optional(v.string()),
  image_focus: v.optional(v.string()),
  seo_title: v.optional(v.string()),
  seo_description: v.optional(v.string()),
  canonical: v.optional(v.string()),
  /** ISO 8601 or empty. */
  date: v.optional(v.string()),
  expires: v.optional(v.string()),
  /** An id of an author, or a name. */
  author: v.optional(v.string()),
  address: v.optional(v.string()),
  tagText: v.string(),
  tags: v.array(v.object({ id: v.string(), name: v.string() })),
})
export type PostFields = v.InferOutput<typeof FieldsSchema>

/** The version the text is based on. Saving it over another version would silently undo that change. */
const BaseSchema = v.object({
  format: v.picklist(postFormats),
  revision: v.nullable(v.string()),
  /** Slug of the post; absent for a new one. */
  address: v.optional(v.string()),
  /** Stored path of the image. */
  image: v.optional(v.string()),
  /** Key of the working copy of a new post. */
  workingCopy: v.optional(v.string()),
  /** What the stored post lacks, or has too much of, already. */
  stored: v.optional(v.object({ lacks: v.optional(v.array(v.string())), tags: v.optional(v.number()) })),
})
export type PostBase = v.InferOutput<typeof BaseSchema>

const DraftSchema = v.object({
  sitting: v.string(),
  savedAt: v.string(),
  fields: FieldsSchema,
  base: BaseSchema,
  /** What the visual editor shows, where it has no text. */
  document: v.optional(StoredDocumentSchema),
})
export type AutosavedDraft = v.InferOutput<typeof DraftSchema>

/** Limits the storage that abandoned drafts take. */
const DRAFTS_MAX = 5

export const draftKey = (postId: string | undefined) => `post-draft:${postId ?? 'new'}`

/**
 * Stores unsaved text of one post. Each session (one opening of the editor) has its own copy, so that the text of an
 * earlier session can still be offered. When storage is full or disabled, nothing is stored and the editor keeps
 * working.
 */
export function createLocalDraft(storage: Storage, key: string, sitting: string, now = () => new Date()) {
  const mine = (draft: AutosavedDraft) => draft.sitting === sitting
  const all = () => readDrafts(storage, key)
  const write = (drafts: readonly AutosavedDraft[]) => writeDrafts(storage, key, drafts)
  return {
    key,
    /** Returns whether it is stored. */
    keep: (fields: PostFields, base: PostBase, document?: StoredDocument) =>
      write([
        { sitting, savedAt: now().toISOString(), fields, base, ...(document && { document }) },
        ...all().filter((draft) => !mine(draft)),
      ]),
    offered: () => all().find((draft) => !mine(draft)),
    discard: (gone: AutosavedDraft) => write(all().filter((draft) => draft.sitting !== gone.sitting)),
    /** Deletes the text of this session: nothing of it is unsaved. */
    forgetMine: () => write(all().filter((draft) => !mine(draft))),
    /** After a save: deletes this session's text and any older text. */
    clear: () => write([]),
  }
}

function readDrafts(storage: Storage, key: string): AutosavedDraft[] {
  try {
    const parsed = v.safeParse(v.array(DraftSchema), JSON.parse(storage.getItem(key) ?? '[]'))
    return parsed.success ? parsed.output : []
  } catch {
    return []
  }
}

function writeDrafts(storage: Storage, key: string, drafts: readonly AutosavedDraft[]): boolean {
  try {
    if (drafts.length === 0) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(drafts.slice(0, DRAFTS_MAX)))
    return true
  } catch {
    // Storage is full or disabled: the text is still in the form.
    return false
  }
}

export const blankFields: PostFields = {
  title: '',
  summary: '',
  content: '',
  category_id: '',
  image_alt: '',
  draft: false,
  image: '',
  image_caption: '',
  image_focus: '',
  seo_title: '',
  seo_description: '',
  canonical: '',
  date: '',
  expires: '',
  author: '',
  address: '',
  tagText: '',
  tags: [],
}

export const fieldsOf = (source: PostSource): PostFields => ({
  title: source.title,
  summary: source.summary,
  content: source.content,
  category_id: source.category_id ?? '',
  image_alt: source.image_alt,
  draft: source.draft,
  image: source.image ?? '',
  image_caption: source.image_caption,
  image_focus: source.image_focus,
  seo_title: source.seo_title,
  seo_description: source.seo_description,
  canonical: source.canonical,
  date: source.date,
  expires: source.expires ?? '',
  author: source.author ?? '',
  address: source.id,
  tagText: textOf(source.tags),
  tags: source.tags,
})

export const sameFields = (one: PostFields, other: PostFields) => JSON.stringify(one) === JSON.stringify(other)

/** In the modal editor a new post is HTML, as its fields are labeled. */
export const baseOf = (source: PostSource | undefined, newFormat: PostFormat = 'html'): PostBase => ({
  format: source?.format ?? newFormat,
  revision: source?.revision ?? null,
  ...(source && { address: source.id, image: source.image ?? '', stored: exemptionOf(source) }),
})

/** The text fields of the multipart request, for `PostFormSchema`. */
export const formOf = (fields: PostFields, { format, revision, address, image = '', workingCopy }: PostBase) => ({
  title: fields.title,
  summary: fields.summary,
  content: fields.content,
  category_id: fields.category_id,
  tags: fields.tags.map((tag) => tag.id),
  format,
  image_alt: fields.image_alt,
  draft: fields.draft ? 'true' : 'false',
  date: fields.date,
  expires: fields.expires,
  author: fields.author,
  image_caption: fields.image_caption,
  image_focus: fields.image_focus,
  seo_title: fields.seo_title,
  seo_description: fields.seo_description,
  canonical: fields.canonical,
  // An image in the folder of the post has another name in its file.
  ...(fields.image !== undefined && fields.image !== image && { image_path: fields.image }),
  // Sent only when it changed: another user may have moved the post.
  ...(fields.address !== (address ?? '') && { address: fields.address }),
  ...(revision !== null && { revision }),
  ...(revision === null && workingCopy && { working_copy: workingCopy }),
})
