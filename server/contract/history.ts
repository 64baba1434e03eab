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
      /** There are older ones that are not listed. */
      more: boolean
      /** The file says something that is in no commit yet. */
      uncommitted: boolean
      /** What the file says now; a restore sends it back (decision 31). */
      revision: string
    }

/** A stretch of a text that stayed, came or went. */
export type DiffPart = { kind: 'same' | 'added' | 'removed'; text: string }
/** Changes that stand near each other, with the lines around them; `skipped`: lines before it that stayed and are not shown. */
export type DiffHunk = { skipped: number; parts: DiffPart[] }
/** `cut`: there is more than is shown. */
export type TextDiff = { hunks: DiffHunk[]; cut: boolean }

/** What a commit changed of one key of the front matter. `field` is the key as the file has it, or `address`. */
export type FieldDiff =
  | { field: string; kind: 'text'; parts: DiffPart[] }
  | { field: string; kind: 'list'; added: string[]; removed: string[] }

/** GET /api/blog-posts/{id}/history/{commit} (administrator): one version, and what it changed. */
export type PostVersionDetail = {
  version: PostVersion
  /** Whether it was the first: then all of it is new. */
  isFirst: boolean
  /** Whether the file is the same now. */
  isCurrent: boolean
  fields: FieldDiff[]
  body: TextDiff
  /** One of both texts is no post: `body` compares the whole files. */
  wholeFile: boolean
  /** The post as visitors saw it, and its source; null where it can be neither shown nor restored: `problem` says why. */
  post: EditablePost | null
  problem: string | null
  /** What is not as it was then: a picture, a category or a tag that is gone. */
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
