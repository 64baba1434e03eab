import { errorMessage } from '#client/admin/shared/errors.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { PostSource } from '#contract/posts.ts'
import type { FieldErrors } from '#contract/validate.ts'
import { baseOf, fieldsOf, type PostFields, withTypedSince } from './fields.ts'
import { type Action, mergedNotice } from './publication.ts'
import { type Saved, type Typed, trySave } from './save-post.ts'
import type { Outcome, SessionApi } from './session-state.ts'
import { showMerged } from './show-merged.ts'
import type { ShownText } from './shown-text.ts'
import type { TextStore } from './text-store.ts'

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

  async function save(action: Action, resolved?: Typed): Promise<Outcome> {
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
    if (text.state().stored.is === 'waiting') void store.store()
    return outcome
  }

  const failed = (error: unknown): Outcome => ({
    result: 'failed',
    failure: { message: errorMessage(error), errors: {} },
  })

  async function saveNow(action: Action, resolved: Typed | undefined): Promise<Outcome> {
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
   * Resolves with whether the editor shows what was merged: not if that is in the lines in which somebody has typed since. Then
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
    const { fields, base, opening } = text.state()
    text.setPost(stored, saved, {
      fields: { ...withTypedSince(saved, sent, fields), content },
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
