import * as v from 'valibot'
import { storedText, type Text } from './fields.ts'

/** Stored as `sitting`, as versions before this one do. */
const CopySchema = v.pipe(
  v.object({ sitting: v.string(), savedAt: v.string(), ...storedText }),
  v.transform(({ sitting, ...copy }) => ({ editorSession: sitting, ...copy })),
)
export type BrowserCopy = v.InferOutput<typeof CopySchema>

/** Limits the storage that abandoned texts take. */
const COPIES_MAX = 5

export const browserKey = (postId: string | undefined) => `post-draft:${postId ?? 'new'}`

/**
 * Stores unsaved text of one post. Each session has its own copy, so that the text of an earlier session can still be offered.
 * When storage is full or disabled, nothing is stored and the editor keeps working.
 */
export function createBrowserCopies(storage: Storage, key: string, editorSession: string, now = () => new Date()) {
  const isMine = (copy: BrowserCopy) => copy.editorSession === editorSession
  const all = () => readCopies(storage, key)
  const write = (copies: readonly BrowserCopy[]) => writeCopies(storage, key, copies)
  return {
    key,
    /** Returns whether it is stored. */
    keep: ({ fields, base, document }: Text) =>
      write([
        { editorSession, savedAt: now().toISOString(), fields, base, ...(document && { document }) },
        ...all().filter((copy) => !isMine(copy)),
      ]),
    /** Those of other sessions, the newest first. */
    others: () => all().filter((copy) => !isMine(copy)),
    discard: (gone: Pick<BrowserCopy, 'editorSession'>) =>
      write(all().filter((copy) => copy.editorSession !== gone.editorSession)),
    /** Deletes the text of this session: nothing of it is unsaved. */
    forgetMine: () => write(all().filter((copy) => !isMine(copy))),
    /** After a save: deletes this session's text and any older text. */
    clear: () => write([]),
  }
}
export type BrowserCopies = ReturnType<typeof createBrowserCopies>

function readCopies(storage: Storage, key: string): BrowserCopy[] {
  try {
    const parsed = v.safeParse(v.array(CopySchema), JSON.parse(storage.getItem(key) ?? '[]'))
    return parsed.success ? parsed.output : []
  } catch {
    return []
  }
}

const toStored = ({ editorSession, ...copy }: BrowserCopy) => ({ sitting: editorSession, ...copy })

function writeCopies(storage: Storage, key: string, copies: readonly BrowserCopy[]): boolean {
  try {
    if (copies.length === 0) storage.removeItem(key)
    else storage.setItem(key, JSON.stringify(copies.slice(0, COPIES_MAX).map(toStored)))
    return true
  } catch {
    // Storage is full or disabled: the text is still in the form.
    return false
  }
}
