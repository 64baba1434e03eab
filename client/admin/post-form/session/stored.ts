import { formatTime } from '#client/lib/dates.ts'

/** Where the text is that is on the screen. */
export type Stored =
  /** In the post, as it is. */
  | { kind: 'clean' }
  /** Typed since the last request. */
  | { kind: 'waiting' }
  /** On its way, alone or with the post. */
  | { kind: 'storing' }
  /** On the server, for this administrator. */
  | { kind: 'saved'; at: string }
  /** In this browser, until the administrator has decided about another version, which is on the server. */
  | { kind: 'held' }
  /** Rejected, or without a connection: it is sent again. */
  | { kind: 'failed'; message: string }

/** What the bar of the writing page says: "Saved" only if the text is stored, and "Not saved" only if it is not. */
export function storedWords(stored: Stored, isPublished: boolean): string {
  switch (stored.kind) {
    case 'clean':
      return ''
    case 'waiting':
      return 'Not saved yet'
    case 'storing':
      return 'Saving…'
    case 'saved':
      return `Saved ${formatTime(stored.at, 'local')}${isPublished ? ', only for you' : ''}`
    case 'held':
      return 'Kept in this browser'
    case 'failed':
      return `Not saved: ${stored.message}`
  }
}

/** Whether leaving the page loses nothing, also on another device. */
export const isOnServer = ({ kind }: Stored): boolean => kind === 'clean' || kind === 'saved'
