import { findOrCreateTerms } from '#client/api/content.ts'
import { addMedia } from '#client/api/media.ts'
import { fetchSource, savePost } from '#client/api/posts.ts'
import { restoreDeleted } from '#client/api/trash.ts'
import { discardWorkingCopy, fetchWorkingCopy, keepWorkingCopy } from '#client/api/working-copies.ts'
import { mergeTexts } from '#client/api/writing.ts'
import type { MergeField, PostSource, StalePost, Term } from '#contract/posts.ts'
import type { StoredDocument } from '#contract/stored-document.ts'
import type { FieldErrors } from '#contract/validate.ts'
import type { PostBase, PostFields, Text } from './fields.ts'
import type { Action } from './publication.ts'
import type { Stored } from './stored.ts'
import type { TagEntryState } from './tag-entry.ts'

/** What a session asks the server for. */
export const sessionApi = {
  keepWorkingCopy,
  discardWorkingCopy,
  fetchWorkingCopy,
  savePost,
  fetchSource,
  restoreDeleted,
  mergeTexts,
  findOrCreateTerms,
  addMedia: (image: File) => addMedia(image, () => {}),
}

export type SessionApi = typeof sessionApi

export type Status =
  | { name: 'editing' | 'storing' }
  | { name: 'saving'; action: Action }
  /** Another user edited the same fields. The administrator decides, or goes on with the text. */
  | { name: 'conflict'; action: Action; stale: StalePost }
  /** Nothing is saved any more: the text was saved from the dialog, or the saved post could not be loaded again. */
  | { name: 'ended' }

/** What a save did. */
export type Outcome =
  | { result: 'saved'; action: Action; id: string; merged: readonly MergeField[] }
  | { result: 'conflict'; stale: StalePost }
  | { result: 'failed'; failure: Failure }
  /** Another save is under way, or the session has ended. */
  | { result: 'ignored' }

/** A text that was not saved, of this administrator: on the server, or only in this browser. */
export type Offer = { savedAt: string; text: Text } & (
  | { in: 'server'; key: string }
  | { in: 'browser'; editorSession: string }
)

/** Each rejected save has its own number, and takes the focus. */
export type Failure = { message: string; errors: FieldErrors; attempt?: number }

export type SessionState = {
  status: Status
  stored: Stored
  source: PostSource | undefined
  fields: PostFields
  base: PostBase
  image: File | undefined
  tags: TagEntryState
  /** Counts the texts that replaced what was typed: the editor is opened again with the text. */
  opening: number
  /** The document that the editor is opened with, newer than the text. */
  newer: StoredDocument | undefined
  offer: Offer | undefined
  failure: Failure | undefined
  notice: string | undefined
  /** Categories that saves of this session have created. */
  created: readonly Term[]
  /** Of the page from now on. */
  url: string | undefined
}
