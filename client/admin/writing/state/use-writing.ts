import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { newPostUrl, type Opened } from '#client/admin/post-form/open-post.ts'
import { useAutosavedDraft } from '#client/admin/post-form/use-autosaved-draft.ts'
import { baseOf, fieldsOf, type PostBase, type PostFields, usePostForm } from '#client/admin/post-form/use-post-form.ts'
import { useSave } from '#client/admin/post-form/use-save.ts'
import type { BodyEditorHandle } from '#client/admin/shared/body-editor.ts'
import { errorMessage } from '#client/admin/shared/errors.tsx'
import { fetchSource } from '#client/api/posts.ts'
import { restoreDeleted } from '#client/api/trash.ts'
import { discardWorkingCopy, fetchWorkingCopy } from '#client/api/working-copies.ts'
import { useToast } from '#client/ui/overlay/toast.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { MergeField, PostSource } from '#contract/posts.ts'
import { type Offer, offerOf } from './offers.ts'
import { useRename } from './page-url.ts'
import { type Action, doneLabels, mainAction, mergedNotice, nextState, storedState } from './publication.ts'
import { showMerged } from './show-merged.ts'
import { createUploads, rendered } from './uploads.ts'
import { useServerCopy } from './use-server-copy.ts'
import { fromWorkingCopy, isSameText, type Text, toWorkingFields, withTypedSince } from './working-fields.ts'

/** What was typed in the modal editor, which was left for this page. */
export type Typed = { fields: PostFields; base: PostBase; image: File | undefined }

export type Writing = ReturnType<typeof useWriting>

/** State and actions of the writing page. No action rejects: failures are shown. */
export function useWriting(opened: Opened, typed: Typed | undefined) {
  const [source, setSource] = useState(opened.source)
  const [copyKey, setCopyKey] = useState(opened.key)
  const [other, setOther] = useState(opened.isAsked ? undefined : opened.copy)
  /** The body editor is opened again with the text of the form. */
  const [opening, setOpening] = useState(0)
  const [failure, setFailure] = useState<string>()
  const [notice, setNotice] = useState<string>()
  const [action, setAction] = useState<Action>()
  /** The page shows another state than the server has, until it is loaded again. */
  const [isLost, setIsLost] = useState(false)
  const rename = useRename()
  const toast = useToast()
  const body = useRef<BodyEditorHandle>(null)
  /** What had the focus when the editor should get it, and was not loaded. */
  const leaves = useRef<Element>(null)
  const form = usePostForm(source, opened.tags, () => {}, 'md')
  /** What the editor shows, where it has no text. */
  const unwritten = () => body.current?.document()
  const draft = useAutosavedDraft(source?.id ?? opened.deleted, { ...form, document: unwritten })
  /** The document that the editor is opened with, newer than the text of the form. */
  const [newer, setNewer] = useState<Text['document']>()
  const [uploads] = useState(createUploads)
  /** Something was typed that may have no text. */
  const [isTyped, setTyped] = useState(false)

  const asCopy = { revision: form.base.revision, fields: toWorkingFields(form.fields, form.base) }
  const server = useServerCopy({
    key: copyKey,
    copy: asCopy,
    changed: form.changed,
    known: opened.isAsked ? (opened.copy?.saved_at ?? null) : null,
    paused: other !== undefined,
    async write() {
      const fill = fills.current
      take(await body.current?.text(), fill)
    },
    document: unwritten,
    onStored() {
      draft.forget()
      if (!source && !opened.deleted && form.changed) rename(newPostUrl(pagePaths.adminNew, copyKey))
    },
  })

  /** As it is shown now, for what continues after a request. */
  const shown = useRef(form)
  useLayoutEffect(() => {
    shown.current = form
  })

  /** Counts the texts that were shown in place of what was typed: what an editor has written before does not replace them. */
  const fills = useRef(0)
  function take(content: string | undefined, fill: number): void {
    if (content !== undefined && fill === fills.current) form.set({ content })
  }

  /** Shows a text in the form and its editor. */
  function fill({ fields, base, document }: Text) {
    fills.current++
    form.fill(fields, base)
    setNewer(document)
    setOpening((before) => before + 1)
  }
  const restored = (copy: NonNullable<Opened['copy']>) =>
    fromWorkingCopy(copy, { base: baseOf(source, 'md'), draft: source?.draft ?? false, known: opened.tags })

  const showFailure = (error: unknown) => setFailure(errorMessage(error))

  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    if (typed) {
      fill(typed)
      if (typed.image) uploads.store(typed.image, (image) => form.set({ image }), showFailure)
    } else if (opened.isAsked && opened.copy) {
      const text = restored(opened.copy)
      fill(text)
      if (draft.offer && isSameText(draft.offer, text)) draft.discard(draft.offer)
    }
  })

  const saving = useSave(source?.id, form, draft.flush, (saved) => {
    settled.current = afterSave(saved)
  })
  const settled = useRef<Promise<void>>(undefined)
  const sent = useRef<{ fields: PostFields; action: Action }>(undefined)
  const [lastAction, setLastAction] = useState<Action>('draft')

  /** Saves the post. The text of the editor is asked for first. */
  async function save(next: Action, resolved?: { fields: PostFields; base: PostBase; image: File | undefined }) {
    if (action || isLost) return
    setAction(next)
    setLastAction(next)
    setFailure(undefined)
    await server.hold()
    settled.current = undefined
    try {
      await uploads.complete()
      await rendered()
      const content = resolved ? resolved.fields.content : await contentNow()
      const { fields: typedNow, base, image } = resolved ?? shown.current
      const fields = { ...typedNow, content, draft: next === 'draft' || next === 'unpublish' }
      sent.current = { fields, action: next }
      await saving.save({ fields, base: source ? base : { ...base, revision: null, workingCopy: copyKey }, image })
      await settled.current
    } catch (error) {
      setFailure(errorMessage(error))
    }
    setAction(undefined)
    server.resume(settled.current !== undefined)
  }

  /** Stores the working copy; what has no text as it is shown. Resolves with whether it succeeded. */
  async function storeAll(): Promise<boolean> {
    await contentNow().catch(showFailure)
    return server.flush()
  }

  async function contentNow(): Promise<string> {
    const fill = fills.current
    const content = (await body.current?.flush()) ?? form.fields.content
    take(content, fill)
    return content
  }

  async function afterSave({ id, merged }: { id: string; merged: readonly MergeField[] }) {
    const before = sent.current
    draft.forget()
    rename(pagePaths.adminEdit(id))
    try {
      const stored = await fetchSource(id)
      const isMerged = await settle(stored, before?.fields)
      toast(doneLabels[before?.action ?? 'update'])
      if (merged.length > 0) setNotice(mergedNotice(merged, isMerged))
    } catch (error) {
      setIsLost(true)
      setFailure(`The post is saved, but could not be loaded again. Reload this page to go on. ${errorMessage(error)}`)
    }
  }

  /**
   * Continues from the saved post, with what was typed since the request. Resolves with whether the editor shows what was merged:
   * not if that is in the lines in which somebody has typed since. Then the text goes on from the version before, and the next
   * save merges both.
   */
  async function settle(stored: PostSource, sent: PostFields | undefined): Promise<boolean> {
    const next = fieldsOf(stored)
    const isSameText = sent && sent.content.trim() === next.content.trim()
    const start = isSameText ? { ...next, content: sent.content } : next
    const { content, isMerged } = await showMerged(body.current, {
      sent: sent?.content ?? start.content,
      saved: start.content,
    })
    const { fields, base } = shown.current
    const typed = sent ? withTypedSince(start, sent, fields) : start
    form.setStart(start)
    form.fill({ ...typed, content }, { ...baseOf(stored), revision: isMerged ? stored.revision : base.revision })
    form.setImage(undefined)
    setSource(stored)
    setCopyKey(`post-${stored.id}`)
    return isMerged
  }

  /** Restores the post that was deleted, and goes on with the text as an unsaved change of it. */
  async function restorePost(id: string) {
    setFailure(undefined)
    try {
      await contentNow()
      const message = await restoreDeleted(id)
      const stored = await fetchSource(id)
      const { fields, base } = shown.current
      form.setStart(fieldsOf(stored))
      form.fill({ ...fields, draft: stored.draft }, { ...baseOf(stored), revision: base.revision })
      setSource(stored)
      toast(message)
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }

  async function restore(offer: Offer) {
    if ('draft' in offer) {
      draft.restore(offer.draft)
      return fill(offer.draft)
    }
    fill(restored(offer.copy))
    server.continue(offer.copy.saved_at)
    setOther(undefined)
  }

  async function discard(offer: Offer) {
    if ('draft' in offer) return draft.discard(offer.draft)
    try {
      await discardWorkingCopy(copyKey)
      server.continue(null)
      setOther(undefined)
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }

  /** Another device has changed the copy: it is offered. */
  const loadOther = useEffectEvent(async () => {
    const found = await fetchWorkingCopy(copyKey).catch(() => undefined)
    if (found) setOther(found)
    else server.continue(null)
  })
  const isOther = server.state.status === 'failed' && server.state.isOther
  useEffect(() => {
    if (isOther) void loadOther()
  }, [isOther])

  return {
    source,
    form,
    body,
    opening,
    action,
    lastAction,
    failure,
    notice,
    saving,
    server,
    isHeld: other !== undefined && (form.changed || isTyped),
    state: storedState(source, new Date()),
    offer: offerOf(other, draft.offer),
    dismissFailure: () => setFailure(undefined),
    dismissNotice: () => setNotice(undefined),
    save,
    /** Stores a draft as a post. What is published does not change: its text is stored only for the administrator. */
    async saveDraft() {
      const stored = storedState(source, new Date())
      if (stored === 'draft') return save('draft')
      const shown = stored === 'scheduled' ? 'What is scheduled stays as it was.' : 'Visitors see what was published.'
      if (await storeAll()) toast(`Saved for you. ${shown}`)
    },
    async saveResolved(resolved: Typed) {
      form.setImage(resolved.image)
      fill(resolved)
      await save(lastAction, resolved)
    },
    storeAll,
    newer,
    edited() {
      if (other) setTyped(true)
      server.edited()
      draft.edited()
    },
    addUpload: uploads.add,
    /** Whether closing the page would lose something: what is not on the server is in this browser. */
    isLosing: () => !uploads.isEmpty() || !draft.flush(),
    mainAction() {
      const now = new Date()
      return mainAction(storedState(source, now), nextState(form.fields, now))
    },
    contentNow,
    focusBody() {
      leaves.current = document.activeElement
      body.current?.focus()
    },
    onBodyReady() {
      if (leaves.current && leaves.current === document.activeElement) body.current?.focus()
      leaves.current = null
    },
    restore,
    discard,
    /** The id of the deleted post that the text was written for. */
    deleted: source ? undefined : opened.deleted,
    restorePost,
    lists: opened,
  }
}
