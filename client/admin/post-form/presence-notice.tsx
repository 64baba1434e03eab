import { formatTime } from '#client/lib/dates.ts'
import { createStyled } from '#client/ui/base/styles.ts'
import type { Presence } from '#contract/presence.ts'
import { usePresence } from './use-presence.ts'

type Props = {
  /** Without one, the post has no file yet. */
  postId: string | undefined
  /** The revision that the text is based on. */
  revision: string | null
}

/** "Ann is editing this post.", and what others have saved since the text was opened. Announced politely. */
export function PresenceNotice({ postId, revision }: Props) {
  const presence = usePresence(postId)
  const { saved } = presence
  // The response to an own save arrives after the stream reports it.
  const isChanged = revision !== null && ![null, revision].includes(presence.revision) && !saved?.own
  const others = inWords(presence.others)
  return (
    <Notice role="status">
      {others && <p>{`${others} ${presence.others.length === 1 ? 'is' : 'are'} editing this post.`}</p>}
      {isChanged && <p>{`${savedInWords(saved)} Your text is kept and merged when you save.`}</p>}
    </Notice>
  )
}

/** "Ann", "Ann and Bob", "Ann, Bob and Cy". */
const inWords = (names: readonly string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

function savedInWords(saved: Presence['saved']): string {
  if (!saved) return 'This post has changed in the meantime.'
  const at = formatTime(saved.at, 'local')
  return saved.by === null ? `The file of this post was changed at ${at}.` : `${saved.by} saved this post at ${at}.`
}

const s = createStyled('presence')
const Notice = s('div')`
  display: grid;
  gap: 4px;
  padding: 12px 18px;
  border-left: 5px solid var(--primary);
  border-radius: var(--r-md);
  background: var(--surface-2);
  &:empty { padding: 0; border: 0; }
`
