import { PRESENCE_HEARTBEAT_MS, type Presence } from '#contract/presence.ts'
import type { Content, Editor } from '#server/content/content.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { DatabaseAwayError, NotFoundError, UnavailableError } from '#server/lib/errors.ts'

/** More streams of one administrator, or of all, are rejected. Each holds a connection. */
export const STREAMS_PER_ADMINISTRATOR = 20
const STREAMS_MAX = 300
/** A client that does not read this many lines is disconnected, so that lines do not pile up in memory. */
const UNREAD_LINES_MAX = 30

type Reader = Editor & { id: string }
type Stream = {
  reader: Reader
  post: string
  saved: Presence['saved']
  /** Sends the state again. */
  update(): void
  end(): void
}
type Options = {
  content: Pick<Content, 'snapshot' | 'onChange'>
  now(): Date
  heartbeatMs?: number
}
export type PresenceStreams = ReturnType<typeof createPresence>

/** Who has which post open, in memory only: one stream per open page. */
export function createPresence({ content, now, heartbeatMs = PRESENCE_HEARTBEAT_MS }: Options) {
  const streams = new Set<Stream>()
  let isClosed = false

  content.onChange((before, after, editor) => {
    for (const stream of streams) {
      const revision = revisionOf(after, stream.post)
      if (revision === revisionOf(before, stream.post)) continue
      stream.saved = {
        by: editor?.name ?? null,
        own: editor?.email === stream.reader.email,
        at: now().toISOString(),
      }
      stream.update()
    }
  })

  function stateOf({ reader, post, saved }: Stream): Presence {
    const others = [...streams].filter((one) => one.post === post && one.reader.id !== reader.id)
    const names = new Map(others.map((one) => [one.reader.id, one.reader.name]))
    return { others: [...names.values()].sort(), revision: revisionOf(content.snapshot(), post), saved }
  }

  const updateAll = (post: string) => {
    for (const stream of streams) if (stream.post === post) stream.update()
  }

  /**
   * Registers a reader of a post and returns the lines to send: one at once, one for each change, and one as a heartbeat. The
   * stream ends once `isValid` resolves with false, which is asked with each heartbeat. Throws `NotFoundError` and
   * `UnavailableError`.
   */
  function open(post: string, reader: Reader, isValid: () => Promise<boolean>): ReadableStream<Uint8Array> {
    if (!content.snapshot().posts.has(post)) throw new NotFoundError('This post does not exist.')
    const own = [...streams].filter((one) => one.reader.id === reader.id)
    if (isClosed || streams.size >= STREAMS_MAX || own.length >= STREAMS_PER_ADMINISTRATOR)
      throw new UnavailableError('Too many pages with posts are open.', 60)
    let close = () => {}

    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const stream: Stream = { reader, post, saved: null, update, end }
      let last = ''

      function update() {
        const line = JSON.stringify(stateOf(stream))
        if (line !== last) send(line)
      }
      function send(line: string) {
        last = line
        if ((controller.desiredSize ?? 0) <= 0) return end()
        controller.enqueue(new TextEncoder().encode(`${line}\n`))
      }
      async function beat() {
        const isValidNow = await isValid().catch((error) => error instanceof DatabaseAwayError)
        if (!streams.has(stream)) return
        if (isValidNow) send(JSON.stringify(stateOf(stream)))
        else end()
      }
      function end() {
        if (!streams.has(stream)) return
        leave()
        try {
          controller.close()
        } catch {
          // The client has gone.
        }
      }
      function leave() {
        clearInterval(timer)
        if (streams.delete(stream)) updateAll(post)
      }

      const timer = setInterval(beat, heartbeatMs).unref()
      close = leave
      streams.add(stream)
      updateAll(post)
    }
    return new ReadableStream({ start, cancel: () => close() }, { highWaterMark: UNREAD_LINES_MAX })
  }

  return {
    open,
    /** The names of those who have a post open, sorted. */
    readersOf(post: string): string[] {
      const readers = [...streams].filter((one) => currentPost(content.snapshot(), one.post)?.id === post)
      return [...new Set(readers.map(({ reader }) => reader.name))].sort()
    },
    /** Ends all streams and rejects new ones. */
    close() {
      isClosed = true
      for (const { end } of [...streams]) end()
    },
  }
}

/** A post that was moved since is found by its former id. */
const currentPost = ({ posts, aliases }: Snapshot, id: string) => posts.get(id) ?? posts.get(aliases.get(id) ?? '')

const revisionOf = (snapshot: Snapshot, id: string): string | null => currentPost(snapshot, id)?.revision ?? null
