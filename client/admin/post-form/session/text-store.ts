import { errorMessage } from '#client/admin/shared/errors.tsx'
import { ApiError } from '#client/api/http.ts'
import type { discardWorkingCopy, fetchWorkingCopy, keepWorkingCopy } from '#client/api/working-copies.ts'
import type { WorkingCopy } from '#contract/writing.ts'
import { type BrowserCopy, browserKey, createBrowserCopies } from './browser-copies.ts'
import { type Text, toWorkingFields } from './fields.ts'
import { type Stored, storedWords } from './stored.ts'
import { type Clock, createWaits } from './waits.ts'

/** Text is stored in the browser when typing pauses for this long, or earlier when the page closes. */
const BROWSER_PAUSE_MS = 250
/** While someone types, the text is sent this often. */
const SERVER_INTERVAL_MS = 3_000
/** After a failure, without another change. */
const RETRY_MS = 10_000
const NO_ROOM = 'This browser has no room for it. Restore or discard the older version.'

type Options = {
  api: {
    keepWorkingCopy: typeof keepWorkingCopy
    discardWorkingCopy: typeof discardWorkingCopy
    fetchWorkingCopy: typeof fetchWorkingCopy
  }
  storage: Storage
  clock: Clock
  postId: string | undefined
  /** Of the working copy; `undefined`: the text is stored only in the browser. */
  key: string | undefined
  /** `saved_at` of the working copy that the text continues. */
  continued: string | null
  /** What is on the screen. */
  text: {
    /** Asks the editor for it. Rejects if it cannot be written. */
    write: () => Promise<void>
    current: () => Text
    /** Whether it differs from the stored post. */
    isUnsaved: () => boolean
  }
  /** The text is somewhere else now. */
  onMove: () => void
  /** Another tab or device has changed the working copy. Nothing is sent until `release`. */
  onOther: (copy: WorkingCopy) => void
}
export type TextStore = ReturnType<typeof createTextStore>

/** Decides what is stored where: on the server, and in this browser what the server does not have. Sends one request at a time. */
export function createTextStore({ api, storage, clock, text, onMove, onOther, ...opened }: Options) {
  const waits = createWaits(clock)
  let { key, continued } = opened
  let copies = createBrowserCopies(storage, browserKey(opened.postId), newEditorSession())
  let isHeld = key === undefined
  /** Counts the changes of the text. Both others are the last change that is stored there. */
  let revision = 0
  let onServer = 0
  let inBrowser = 0
  let isBusy = false
  let isFull = false
  let failure: string | undefined
  let last: Promise<unknown> = Promise.resolve()
  let shown = where()

  function where(): Stored {
    if (isBusy) return { kind: 'storing' }
    if (revision === onServer) return continued === null ? { kind: 'clean' } : { kind: 'saved', at: continued }
    if (isHeld && inBrowser === revision) return { kind: 'held' }
    if (isHeld && isFull) return { kind: 'failed', message: NO_ROOM }
    return failure === undefined ? { kind: 'waiting' } : { kind: 'failed', message: failure }
  }

  /** Does nothing for the next key press while the text waits. */
  function report(): void {
    const before = shown
    shown = where()
    if (shown.kind !== before.kind || storedWords(shown, false) !== storedWords(before, false)) onMove()
  }

  /** The text has changed. In an editor, it may not be written yet. */
  function edited(): void {
    revision++
    waits.begin('browser', BROWSER_PAUSE_MS, keepInBrowser)
    wait(SERVER_INTERVAL_MS)
    report()
  }

  function wait(delayMs: number): void {
    if (!isHeld && !waits.has('server')) waits.begin('server', delayMs, () => void store())
  }

  /** Stores in this browser what is nowhere else. Returns whether closing the page loses nothing. */
  function keepInBrowser(): boolean {
    waits.end('browser')
    const isOnlyHere = revision !== onServer && text.isUnsaved()
    isFull = isOnlyHere && !copies.keep(text.current())
    if (!isOnlyHere) copies.forgetMine()
    if (!isFull) inBrowser = revision
    report()
    return !isFull
  }

  /** Runs after what is under way. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
    isBusy = true
    report()
    try {
      return await work()
    } finally {
      isBusy = false
      report()
    }
  }

  /** Stores unsaved changes on the server, and again if the text changes during the request. Resolves with whether everything is stored. */
  const store = (attempts = 1): Promise<boolean> =>
    inTurn(async () => {
      for (let attempt = 1; ; attempt++) {
        const outcome = await storeOnce()
        if (outcome !== 'typed since' || attempt === attempts) return outcome === 'stored'
      }
    })

  async function storeOnce(): Promise<'stored' | 'failed' | 'typed since'> {
    if (!isHeld) await text.write().catch(() => {})
    waits.end('server')
    const sent = revision
    if (sent !== onServer) {
      if (isHeld || key === undefined) return 'failed'
      const of = key
      try {
        await whileBusy(() => send(of, text.current()))
      } catch (error) {
        return failed(error)
      }
      onServer = sent
      failure = undefined
    }
    if (revision !== sent) {
      wait(SERVER_INTERVAL_MS)
      return 'typed since'
    }
    keepInBrowser()
    return 'stored'
  }

  async function send(key: string, { fields, base, document }: Text): Promise<void> {
    if (text.isUnsaved()) {
      const { revision } = base
      const copy = {
        revision,
        fields: toWorkingFields(fields, base),
        ...(document && { document }),
        replaces: continued,
      }
      continued = (await api.keepWorkingCopy(key, copy)).saved_at
    } else if (continued !== null) {
      await api.discardWorkingCopy(key)
      continued = null
    }
  }

  async function failed(error: unknown): Promise<'failed'> {
    failure = errorMessage(error)
    const other = error instanceof ApiError && error.status === 409 && (await findOther())
    if (other) {
      hold()
      onOther(other)
    } else wait(RETRY_MS)
    report()
    return 'failed'
  }

  /** The copy that was not replaced. */
  async function findOther(): Promise<WorkingCopy | undefined> {
    if (key === undefined) return undefined
    try {
      const found = await api.fetchWorkingCopy(key)
      if (!found) continued = null
      return found
    } catch {
      // The next attempt asks again.
      return undefined
    }
  }

  function hold(): void {
    isHeld = true
    waits.end('server')
    keepInBrowser()
  }

  return {
    where,
    edited,
    /** The text has changed, and is written. */
    changed(): void {
      edited()
      // Nothing is left to store.
      if (continued === null && !text.isUnsaved()) {
        onServer = revision
        waits.end('server')
        report()
      }
    },
    store,
    keepInBrowser,
    /** Runs without another request under way. */
    exclusively: <T>(work: () => Promise<T>) => inTurn(() => whileBusy(work)),
    hold,
    /** The text continues the working copy of that time. `isSame`: it is that copy. */
    release(savedAt: string | null, { isSame }: { isSame: boolean }): void {
      isHeld = key === undefined
      continued = savedAt
      failure = undefined
      if (isSame) onServer = revision
      else if (revision !== onServer) wait(SERVER_INTERVAL_MS)
      keepInBrowser()
    },
    /** The post is saved, and its working copy deleted. */
    saved(id: string): void {
      copies.forgetMine()
      copies = createBrowserCopies(storage, browserKey(id), newEditorSession())
      key = `post-${id}`
      isHeld = false
      continued = null
      failure = undefined
      onServer = text.isUnsaved() ? -1 : revision
      keepInBrowser()
    },
    /** Texts of other sessions in this browser, newest first. */
    inBrowser: () => copies.others(),
    discardInBrowser: (copy: Pick<BrowserCopy, 'editorSession'>) => copies.discard(copy),
    /** Stores a text that is not on the screen. */
    setAside: (aside: Text, savedAt: string) =>
      createBrowserCopies(storage, copies.key, newEditorSession(), () => new Date(savedAt)).keep(aside),
    /** The text that is on the screen stays in this browser, and is offered; another one follows. */
    leaveInBrowser(): void {
      keepInBrowser()
      copies = createBrowserCopies(storage, copies.key, newEditorSession())
    },
    /** Deletes what is stored in this browser, with that of other sessions if the text was saved. */
    forget(how: 'saved' | 'thrown away'): void {
      if (how === 'saved') copies.clear()
      else copies.forgetMine()
    },
    stop: waits.stop,
  }
}

const newEditorSession = () => Math.random().toString(36).slice(2)
