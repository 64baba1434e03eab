import type { Question } from '#client/admin/confirm-dialog.tsx'

const consequences = {
  post: 'Its page disappears from the blog.',
  category: 'A category that posts use is kept: move its posts to another one first.',
  tag: 'It is taken off every post that carries it.',
} as const
export type Deletable = keyof typeof consequences

/** Asks before a thing is deleted, and says its name and what follows (decision 13). */
export const deletion = (kind: Deletable, name: string, onYes: () => Promise<unknown>): Question => ({
  title: `Delete this ${kind}?`,
  text: `“${name}” will be deleted. ${consequences[kind]}`,
  yes: 'Delete',
  no: 'Cancel',
  busy: 'Deleting',
  onYes,
})
