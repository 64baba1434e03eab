import { blankFields, type PostFields, toWorkingFields } from '#client/admin/post-form/session/fields.ts'
import { createWritingSession } from '#client/admin/post-form/session/writing-session.ts'
import { ApiError } from '#client/api/http.ts'
import { PostChanged } from '#client/api/posts.ts'
import type { PostForm } from '#contract/post-form.ts'
import type { MergeField, PostSource, StalePost } from '#contract/posts.ts'
import type { StoredDocument } from '#contract/stored-document.ts'
import type { KeepWorkingCopy, WorkingCopy } from '#contract/writing.ts'
import { BLANK_EXTRAS } from '#tests/helpers/blank-extras.ts'
import { testClock } from '#tests/helpers/clock.ts'
import { aStorage } from '#tests/helpers/memory-storage.ts'

export const START = '2026-11-27T08:00:00.000Z'
export const post: PostSource = {
  id: 'rye',
  format: 'md',
  has_folder: false,
  title: 'Rye',
  summary: 'Short.',
  content: 'Light the oven.',
  category_id: 'production',
  tags: [],
  image: null,
  image_alt: '',
  ...BLANK_EXTRAS,
  draft: true,
  date: '',
  expires: null,
  author: null,
  revision: 'r1',
}

/** The server's part of one post, in memory. `next`: what the next requests of a name do in place of their work. */
export function aServer(source: PostSource | undefined = post) {
  const copies = new Map<string, WorkingCopy>()
  const requests: string[] = []
  const next: Record<string, (() => Promise<unknown>)[]> = {}
  let stored = source
  let saves = 0
  let merged: MergeField[] = []
  let stale: StalePost | undefined

  async function request<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    requests.push(name)
    await next[name]?.shift()?.()
    return work()
  }

  const keep = (key: string, { replaces, ...copy }: KeepWorkingCopy): WorkingCopy => {
    if ((copies.get(key)?.saved_at ?? null) !== replaces) throw new ApiError(409, { message: 'Changed elsewhere.' })
    const saved_at = new Date(Date.parse(START) + ++saves * 1000).toISOString()
    const workingCopy = { key, title: copy.fields.title, saved_at, deleted_at: saved_at, ...copy }
    copies.set(key, workingCopy)
    return workingCopy
  }

  function save(id: string | undefined, form: PostForm): { id: string; merged: readonly MergeField[] } {
    if (stale) {
      const found = stale
      stale = undefined
      throw new PostChanged(found)
    }
    const { title, summary, content } = form
    const revision = `r${++saves + 1}`
    stored = {
      ...(stored ?? post),
      id: id ?? 'new-post',
      title,
      summary,
      content,
      draft: form.draft === 'true',
      revision,
    }
    copies.delete(form.working_copy ?? `post-${id}`)
    return { id: stored.id, merged }
  }

  return {
    copies,
    requests,
    next,
    post: () => stored,
    /** Another administrator changes the post; the next save merges that. */
    change(change: Partial<PostSource>, fields: MergeField[]) {
      stored = { ...(stored ?? post), ...change }
      merged = fields
    },
    conflictWith(conflict: StalePost) {
      stale = conflict
    },
    /** Another tab or device stores this copy. */
    keepElsewhere(key: string, fields: Partial<PostFields>) {
      const replaces = copies.get(key)?.saved_at ?? null
      const { content = '' } = fields
      return keep(key, {
        replaces,
        revision: 'r1',
        fields: toWorkingFields({ ...blankFields, title: 'Rye', ...fields, content }, { format: 'md', revision: 'r1' }),
      })
    },
    api: {
      keepWorkingCopy: (key: string, copy: KeepWorkingCopy) => request('keep', () => keep(key, copy)),
      discardWorkingCopy: (key: string) => request('discard', () => void copies.delete(key)),
      fetchWorkingCopy: (key: string) => request('fetch copy', () => copies.get(key)),
      savePost: (id: string | undefined, form: PostForm) => request('save', () => save(id, form)),
      fetchSource: () =>
        request('fetch post', () => {
          if (!stored) throw new ApiError(404)
          return stored
        }),
      restoreDeleted: () => request('restore', () => 'The post is restored.'),
      mergeTexts: ({ base, mine, theirs }: { base: string; mine: string; theirs: string }) =>
        request('merge', () => (mine.startsWith(base) ? theirs + mine.slice(base.length) : undefined)),
      findOrCreateTerms: (_: string, names: readonly string[]) =>
        request('tags', () => names.map((name) => ({ id: name.toLowerCase(), name }))),
      addMedia: (image: File): ReturnType<typeof import('#client/api/media.ts').addMedia> =>
        request('upload', () => {
          throw new Error(`No upload of ${image.name}`)
        }),
    },
  }
}

type Options = Partial<Parameters<typeof createWritingSession>[0]['opened']> & {
  server?: ReturnType<typeof aServer>
  storage?: Storage
  isDialog?: boolean
}

/** A session of a post in its own tab. `wait` lets time pass, and what is due happen. */
export function aSession({ server = aServer(), storage = aStorage(), isDialog = false, ...opened }: Options = {}) {
  const clock = testClock(START)
  const session = createWritingSession(
    {
      isDialog,
      opened: { source: server.post(), key: 'post-rye', copy: undefined, isAsked: false, tags: [], ...opened },
    },
    { api: server.api, storage, clock: { now: () => clock.now().getTime(), timers: clock.timers } },
  )
  const close = session.open()
  async function settle() {
    for (let turn = 0; turn < 50; turn++) await Promise.resolve()
  }
  async function wait(ms: number) {
    clock.goTo(new Date(clock.now().getTime() + ms).toISOString())
    await settle()
  }
  return {
    session,
    server,
    storage,
    close,
    settle,
    wait,
    stored: () => session.state().stored,
    isWaiting: clock.waiting,
  }
}

/** An editor of a text that it can write, or only show. */
export function anEditor(content: string) {
  let shown = content
  let isPending = false
  let isWritable = true
  const document = (): StoredDocument | undefined =>
    isPending ? { version: 1, blocks: [{ type: 'paragraph', content: [{ type: 'text', text: shown }] }] } : undefined
  const write = async () => {
    if (!isWritable) throw new ApiError(422, { message: 'This cannot be written.' })
    isPending = false
    return shown
  }
  return {
    type(text: string) {
      shown += text
      isPending = true
    },
    shown: () => shown,
    setWritable(is: boolean) {
      isWritable = is
    },
    handle: {
      flush: write,
      text: write,
      hasPending: () => isPending,
      document,
      replace: async (next: string, from: string) => {
        if (shown !== from) return false
        shown = next
        return true
      },
      focus: () => {},
      position: () => undefined,
      goTo: () => {},
    },
  }
}

/** What this browser has of the text of a post. */
export const localCopy = (storage: Storage, key = 'post-draft:rye') => storage.getItem(key) ?? ''

/** The answer to a request without a connection. */
export const away = async () => {
  throw new ApiError(0)
}
