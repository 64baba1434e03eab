import * as v from 'valibot'
import type { EditablePost } from '#contract/posts.ts'

/** One commit that changed a post's file. */
export type PostVersion = {
  commit: string
  /** ISO 8601. */
  at: string
  author: string
  /** First line of its message. */
  subject: string
}

/** GET /api/blog-posts/{id}/history (administrator): newest first. Without git it says why there is none. */
export type PostHistory =
  | { kept: false; reason: string }
  | {
      kept: true
      versions: PostVersion[]
      /** There are older versions that are not listed. */
      more: boolean
      /** The file has changes that are not committed. */
      uncommitted: boolean
      /** The revision of the current file; a restore sends it back, so that it cannot overwrite a newer version. */
      revision: string
    }

/** A piece of text that is unchanged, added or removed. */
export type DiffPart = { kind: 'same' | 'added' | 'removed'; text: string }
/** Adjacent changes with their context lines; `skipped` is the number of unchanged lines before them that are not shown. */
export type DiffHunk = { skipped: number; parts: DiffPart[] }
/** `cut`: there is more than is shown. */
export type TextDiff = { hunks: DiffHunk[]; cut: boolean }

/** The change of one front-matter key in a commit. `field` is the key as the file has it, or `address`. */
export type FieldDiff =
  | { field: string; kind: 'text'; parts: DiffPart[] }
  | { field: string; kind: 'list'; added: string[]; removed: string[] }

/** GET /api/blog-posts/{id}/history/{commit} (administrator): one version and its changes. */
export type PostVersionDetail = {
  version: PostVersion
  /** Whether this is the first version, in which everything is new. */
  isFirst: boolean
  /** Whether the file is still the same. */
  isCurrent: boolean
  fields: FieldDiff[]
  body: TextDiff
  /** One of both texts is not a valid post: `body` compares the whole files. */
  wholeFile: boolean
  /** The post as visitors saw it, and its source; null when it can be neither shown nor restored, which `problem` explains. */
  post: EditablePost | null
  problem: string | null
  /** References that no longer exist: an image, a category or a tag. */
  notes: string[]
}

/** POST /api/blog-posts/{id}/history/{commit}/restore */
export const RestoreSchema = v.object({
  revision: v.pipe(
    v.optional(v.string('The revision is a text.'), ''),
    v.nonEmpty('The revision is missing.'),
    v.maxLength(128, 'This is no revision.'),
  ),
})
