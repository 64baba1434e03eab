import type { BodyEditorHandle } from '#client/admin/shared/body-editor.ts'
import { errorMessage, fieldsInError } from '#client/admin/shared/errors.tsx'
import { ApiError } from '#client/api/http.ts'
import { PostChanged, type savePost } from '#client/api/posts.ts'
import type { mergeTexts } from '#client/api/writing.ts'
import { pagePaths } from '#contract/paths.ts'
import { postFormSchema } from '#contract/post-form.ts'
import type { MergeField, PostSource, StalePost, Term } from '#contract/posts.ts'
import { newTermName } from '#contract/term-choice.ts'
import { type FieldErrors, validate } from '#contract/validate.ts'
import { baseOf, fieldsOf, formOf, type PostBase, type PostFields, withTypedSince } from './fields.ts'
import { type Action, mergedNotice } from './publication.ts'
import type { Outcome, SessionApi } from './session-state.ts'
import type { ShownText } from './shown-text.ts'
import type { TextStore } from './text-store.ts'

/** The fields to save and the version they are based on. */
export type PostDraft = { fields: PostFields; base: PostBase; image: File | undefined }

type Options = {
  api: SessionApi
  text: ShownText
  store: TextStore
  uploads: ReadonlySet<Promise<unknown>>
  /** Of the working copy of a new post. */
  key: string
  isDialog: boolean
  onSaved: () => void
}

/** Saves the post, one save at a time, and goes on from what was saved. */
export function createSaves({ api, text, store, uploads, key, isDialog, onSaved }: Options) {
  let attempts = 0
  let isOver = false

  async function save(action: Action, resolved?: PostDraft): Promise<Outcome> {
    const { name } = text.state().status
    if (name === 'saving' || name === 'ended') return { result: 'ignored' }
    if (resolved) {
      text.fill(resolved)
      text.show({ image: resolved.image })
    }
    text.show({ status: { name: 'saving', action }, failure: undefined })
    const outcome = await store.exclusively(() => saveNow(action, resolved).catch(failed))
    if (outcome.result === 'conflict') text.show({ status: { name: 'conflict', action, stale: outcome.stale } })
    else if (outcome.result === 'failed') text.show({ status: { name: 'editing' }, failure: outcome.failure })
    else text.show({ status: { name: isOver ? 'ended' : 'editing' } })
    if (text.state().stored.kind === 'waiting') void store.store()
    return outcome
  }

  const failed = (error: unknown): Outcome => ({
    result: 'failed',
    failure: { message: errorMessage(error), errors: {} },
  })

  async function saveNow(action: Action, resolved: PostDraft | undefined): Promise<Outcome> {
    await Promise.all(uploads)
    const content = resolved ? resolved.fields.content : await text.contentNow()
    // The session of the administrator may end during the request.
    store.keepInBrowser()
    if (!(await text.entry.settle())) return rejected({ message: text.entry.state().failure ?? '', errors: {} })
    const { fields, base, image, source } = text.state()
    const sent = { ...fields, content, draft: action === 'draft' || action === 'unpublish' }
    const attempt = await trySave(api.savePost, source?.id, {
      fields: sent,
      base: source || isDialog ? base : { ...base, revision: null, workingCopy: key },
      image,
    })
    if (attempt.result === 'rejected') return rejected(attempt)
    if (attempt.result === 'conflict') return attempt
    if (isDialog) end('saved')
    else await goOn(attempt, sent)
    return { ...attempt, action }
  }

  /** Each attempt takes the focus. */
  const rejected = ({ message, errors }: { message: string; errors: FieldErrors }): Outcome => ({
    result: 'failed',
    failure: { message, errors, attempt: ++attempts },
  })

  /** Continues from the saved post, with what was typed since the request. */
  async function goOn({ id, merged }: Saved, sent: PostFields): Promise<void> {
    text.setStart(sent)
    text.show({ fields: { ...text.state().fields, draft: sent.draft }, url: pagePaths.adminEdit(id) })
    store.saved(id)
    onSaved()
    try {
      const isMerged = await showSaved(await api.fetchSource(id), sent)
      if (merged.length > 0) text.show({ notice: mergedNotice(merged, isMerged) })
    } catch (error) {
      isOver = true
      const message = `The post is saved, but could not be loaded again. Reload this page to go on. ${errorMessage(error)}`
      text.show({ failure: { message, errors: {} } })
    }
  }

  /**
   * Resolves with whether the editor shows what was merged: not if it changes lines that the user has edited since. Then
   * the text goes on from the version before, and the next save merges both.
   */
  async function showSaved(stored: PostSource, sent: PostFields): Promise<boolean> {
    const next = fieldsOf(stored)
    const isSameText = sent.content.trim() === next.content.trim()
    const saved = isSameText ? { ...next, content: sent.content } : next
    const editor = text.editor()
    const { content, isMerged } = await showMerged(editor, {
      sent: sent.content,
      saved: saved.content,
      merge: api.mergeTexts,
    })
    const { fields, base, opening, created } = text.state()
    text.setPost(stored, saved, {
      fields: { ...withTypedSince(saved, sent, fields), content },
      created: [...created, ...createdCategory(stored, sent)],
      base: { ...baseOf(stored), revision: isMerged ? stored.revision : base.revision },
      // An editor that was still loading shows what was sent.
      opening: editor || content === sent.content ? opening : opening + 1,
    })
    return isMerged
  }

  /** Nothing is unsaved any more, and nothing is saved. */
  function end(how: 'saved' | 'thrown away'): void {
    isOver = true
    text.setStart(text.state().fields)
    store.forget(how)
    text.show({ image: undefined, status: { name: 'ended' } })
  }

  return { save, end }
}

/** The list of categories that the page was opened with does not have it. */
function createdCategory({ category_id: id }: PostSource, sent: PostFields): Term[] {
  const name = newTermName(sent.category_id)
  return name !== undefined && id !== null ? [{ id, name }] : []
}

type Saved = { result: 'saved'; id: string; merged: readonly MergeField[] }
type NotSaved =
  | { result: 'rejected'; message: string; errors: FieldErrors }
  /** Another user edited the same fields. */
  | { result: 'conflict'; stale: StalePost }

const rejected = (message: string, errors: FieldErrors = {}): NotSaved => ({
  result: 'rejected',
  message,
  errors,
})

/** Checks the fields and sends them. Never rejects. */
async function trySave(
  save: typeof savePost,
  id: string | undefined,
  { fields, base, image }: PostDraft,
): Promise<Saved | NotSaved> {
  const checked = validate(postFormSchema(base.stored), formOf(fields, base))
  if (!checked.ok) return rejected(fieldsInError(checked.errors), checked.errors)
  try {
    return { result: 'saved', ...(await save(id, checked.value, image)) }
  } catch (error) {
    if (error instanceof PostChanged) return { result: 'conflict', stale: error.stale }
    return rejected(allErrorMessages(error), error instanceof ApiError ? error.errors : {})
  }
}

/** The message of the response, followed by the messages of its fields. */
function allErrorMessages(error: unknown): string {
  if (!(error instanceof ApiError)) return errorMessage(error)
  return [...new Set([error.message, ...Object.values(error.errors).map(({ message }) => message)])].join(' ')
}

type SentText = {
  /** The text that was sent. */
  sent: string
  /** The text of the post after the save, with the merged changes of other users. */
  saved: string
  merge: typeof mergeTexts
}

/**
 * Shows a saved text in the editor, together with what was typed since it was sent. Resolves with the text that is shown now.
 * `isMerged`: it has all of the saved text. Not if that differs in lines that the user has edited since, and not while
 * the server is away.
 */
async function showMerged(
  editor: BodyEditorHandle | undefined,
  { sent, saved, merge }: SentText,
): Promise<{ content: string; isMerged: boolean }> {
  let mine = sent
  try {
    for (;;) {
      mine = (await editor?.text()) ?? sent
      const merged = saved === sent ? mine : await merge({ base: sent, mine, theirs: saved })
      if (merged === undefined) return { content: mine, isMerged: false }
      const isShown = merged === mine || !editor || (await editor.replace(merged, mine))
      if (isShown) return { content: merged, isMerged: true }
    }
  } catch {
    // What is shown cannot be written, or the server is away.
    return { content: mine, isMerged: saved === sent }
  }
}
