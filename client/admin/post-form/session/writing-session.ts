import { errorMessage } from '#client/admin/shared/errors.tsx'
import { pagePaths } from '#contract/paths.ts'
import type { CreateTermsResult, PostSource } from '#contract/posts.ts'
import { newTerm } from '#contract/term-choice.ts'
import type { WorkingCopy } from '#contract/writing.ts'
import { baseOf, fieldsOf, fromWorkingCopy, isSameText, sameFields, type Text } from './fields.ts'
import { newPostUrl, type Opened } from './open-post.ts'
import type { PostDraft } from './saves.ts'
import { createSaves } from './saves.ts'
import { type Offer, type SessionApi, type SessionState, sessionApi } from './session-state.ts'
import { beginning, createShownText } from './shown-text.ts'
import { createTextStore } from './text-store.ts'
import { type Clock, pageClock } from './waits.ts'

/** Bounds the attempts to store the text on request while the user continues to type. */
const ATTEMPTS = 3

type Options = {
  opened: Pick<Opened, 'source' | 'key' | 'copy' | 'isAsked' | 'deleted' | 'tags'>
  /** What was typed in the dialog, which was left for the page. */
  typed?: PostDraft | undefined
  /** The dialog stores unsaved text only in this browser, and ends with its save. */
  isDialog?: boolean
  onTagsCreated?: (result: CreateTermsResult) => void
}
type Dependencies = { api: SessionApi; storage: Storage; clock: Clock }
export type WritingSession = ReturnType<typeof createWritingSession>
/** What the fields of a post show and change. */
export type PostForm = Pick<SessionState, 'fields' | 'base' | 'image' | 'tags'> &
  Pick<WritingSession, 'set' | 'setImage' | 'entry'>

/** One text from its opening to its end: what is shown, where it is stored, and its saves. No action rejects: failures are in the state. */
export function createWritingSession(
  { opened, typed, isDialog = false, onTagsCreated }: Options,
  { api, storage, clock }: Dependencies = { api: sessionApi, storage: localStorage, clock: pageClock },
) {
  const format = isDialog ? 'html' : 'md'
  const uploads = new Set<Promise<unknown>>()
  const asked = opened.isAsked && !typed ? opened.copy : undefined
  /** On the server, until the administrator has decided about it. */
  let other = asked ? undefined : opened.copy

  const text = createShownText({
    source: opened.source,
    text: asked ? restored(asked, opened.source) : (typed ?? beginning(opened.source, format)),
    entry: { existing: opened.tags, create: createTags },
    stored: () => store.where(),
    onChange: ({ isWritten }) => (isWritten ? store.changed() : store.edited()),
  })
  const store = createTextStore({
    api,
    storage,
    clock,
    postId: opened.source?.id ?? opened.deleted,
    key: isDialog ? undefined : opened.key,
    continued: asked?.saved_at ?? null,
    text,
    onMove: moved,
    onOther(copy) {
      other = copy
      offerNewest()
    },
  })
  const { save, end } = createSaves({ api, text, store, uploads, key: opened.key, isDialog, onSaved: setOtherAside })
  if (other) store.hold()
  if (typed) store.edited()
  offerNewest()

  /** The dialog creates tags at once, the writing page with the save. */
  async function createTags(names: string[]) {
    if (!isDialog) return names.map(newTerm)
    return [...(await api.findOrCreateTerms('tags', names, onTagsCreated))]
  }

  function restored(copy: WorkingCopy, source: PostSource | undefined): Text {
    return fromWorkingCopy(copy, {
      base: baseOf(source, format),
      draft: source?.draft ?? false,
      existingTags: opened.tags,
    })
  }

  function moved(): void {
    const { source, url } = text.state()
    const isNamed = store.where().kind === 'saved' && !source && !opened.deleted
    if (isNamed && url === undefined) text.show({ url: newPostUrl(pagePaths.adminNew, opened.key) })
    else text.showStored()
  }

  const fail = (error: unknown) => text.show({ failure: { message: errorMessage(error), errors: {} } })

  /** The newest text that was not saved. What the server has, too, is offered once. */
  function offerNewest(): void {
    const onServer = other ?? asked
    const { source, fields: shown } = text.state()
    const offers: Offer[] = []
    if (other) offers.push({ in: 'server', key: other.key, savedAt: other.saved_at, text: restored(other, source) })
    for (const { editorSession, savedAt, fields, base, document } of store.inBrowser()) {
      const found = { fields: { ...text.start(), ...fields }, base, document }
      if (onServer && isSameText(found, restored(onServer, source))) store.discardInBrowser({ editorSession })
      else if (document || !sameFields(found.fields, shown))
        offers.push({ in: 'browser', editorSession, savedAt, text: found })
    }
    text.show({ offer: offers.sort((one, next) => next.savedAt.localeCompare(one.savedAt))[0] })
  }

  /** The server has deleted it with the working copy of the saved post. */
  function setOtherAside(): void {
    if (other && store.setAside(restored(other, text.state().source), other.saved_at)) other = undefined
    offerNewest()
  }

  function restore(offer: Offer): void {
    store.leaveInBrowser()
    text.fill(offer.text)
    if (offer.in === 'server') {
      other = undefined
      store.release(offer.savedAt, { isSame: true })
    } else {
      store.keepInBrowser()
      store.discardInBrowser(offer)
    }
    offerNewest()
  }

  async function discard(offer: Offer): Promise<void> {
    try {
      if (offer.in === 'server') {
        await api.discardWorkingCopy(offer.key)
        other = undefined
        store.release(null, { isSame: false })
      } else store.discardInBrowser(offer)
      offerNewest()
    } catch (error) {
      fail(error)
    }
  }

  /** Restores the post that was deleted, and goes on with the text as an unsaved change of it. Resolves with the server's message. */
  async function restorePost(id: string): Promise<string | undefined> {
    text.show({ failure: undefined })
    try {
      await text.contentNow()
      const message = await api.restoreDeleted(id)
      const source = await api.fetchSource(id)
      const { fields, base } = text.state()
      text.setPost(source, fieldsOf(source), {
        fields: { ...fields, draft: source.draft },
        base: { ...baseOf(source), revision: base.revision },
      })
      return message
    } catch (error) {
      fail(error)
      return undefined
    }
  }

  function addUpload(upload: Promise<unknown>, onFailure: (error: unknown) => void = () => {}): void {
    uploads.add(upload)
    upload.catch(onFailure).finally(() => uploads.delete(upload))
  }

  function keepInBrowser(): boolean {
    text.writeSource()
    return store.keepInBrowser()
  }

  return {
    subscribe: text.subscribe,
    /** To where the text is: `stored` of the state, and whether it is being stored. */
    subscribeToStored: text.subscribeToStored,
    state: text.state,
    entry: text.entry,
    attach: text.attach,
    editor: text.editor,
    set: text.set,
    contentNow: text.contentNow,
    setImage: (image: File | undefined) => text.show({ image }),
    /** What an editor shows has changed, and is not written yet. */
    edited: store.edited,
    addUpload,
    save,
    /** Goes on with the text after a conflict. */
    dismissConflict: () => text.show({ status: { name: 'editing' } }),
    dismissFailure: () => text.show({ failure: undefined }),
    dismissNotice: () => text.show({ notice: undefined }),
    /** Stores the text on the server; what cannot be written as it is shown. Resolves with whether it succeeded. */
    async store(): Promise<boolean> {
      await text.contentNow().catch(fail)
      return store.store(ATTEMPTS)
    },
    keepInBrowser,
    /** Whether closing the page would lose something. */
    isLosing: () => uploads.size > 0 || !keepInBrowser(),
    isDirty: () => text.state().image !== undefined || text.isChanged(),
    /** The text is thrown away, or goes on in another session. */
    throwAway: () => end('thrown away'),
    restore,
    discard,
    restorePost,
    /** Begins what was not begun in the dialog. Returns a function that closes the session: what is unsaved is stored. */
    open(): () => void {
      const upload = typed?.image && api.addMedia(typed.image).then(({ path }) => text.set({ image: path }))
      if (upload) addUpload(upload, fail)
      return () => {
        keepInBrowser()
        text.close()
        store.stop()
        void store.store()
      }
    },
  }
}
