import type { Question } from '#client/admin/shared/dialogs.tsx'
import type { ContentState } from '#contract/content.ts'

const POST_DISAPPEARS = 'Its page disappears from the blog.'
/** What happens to the one with this name. */
const consequences = {
  post: (name: string) => `“${name}” will be deleted. ${POST_DISAPPEARS}`,
  category: (name: string) =>
    `“${name}” will be deleted if no post uses it. Otherwise it stays: move its posts to another category first.`,
  tag: (name: string) => `“${name}” will be deleted and taken off every post that carries it.`,
} as const
export type Deletable = keyof typeof consequences

/** Asks before a post or a term is deleted. */
export const deletion = (kind: Deletable, name: string, onYes: () => Promise<unknown>): Question => ({
  title: `Delete this ${kind}?`,
  text: consequences[kind](name),
  yes: 'Delete',
  no: 'Cancel',
  busy: 'Deleting',
  onYes,
})

/** The same for a post, with whether it can be restored; `content` is undefined until that is known. */
export const postDeletion = (
  { title, isLive }: { title: string; isLive: boolean },
  content: ContentState | undefined,
  onYes: () => Promise<unknown>,
): Question => ({
  ...deletion('post', title, onYes),
  text: [
    `“${title}” will be deleted.`,
    isLive ? POST_DISAPPEARS : 'Visitors can’t see it.',
    ...restorability(content, 1),
  ].join(' '),
})

/** Whether deleted posts can be restored, as a sentence; none until it is known. */
export function restorability(content: ContentState | undefined, count: number): string[] {
  const it = count === 1 ? 'It' : 'They'
  if (!content) return []
  return content.git === 'off'
    ? ['This is final: without git, there is no trash.']
    : [`${it} can be restored from the trash.`]
}
