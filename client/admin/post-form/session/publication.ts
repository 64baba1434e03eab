import { fieldsInWords } from '#client/admin/shared/errors.tsx'
import { formatDateTime } from '#client/lib/dates.ts'
import type { PostState } from '#contract/post-form.ts'
import type { MergeField, PostSource } from '#contract/posts.ts'
import { isNewTerm, newTermName } from '#contract/term-choice.ts'
import type { PostFields } from './fields.ts'

/** What the writing page does with a post. The first three leave it published, now or later. */
export type Action = 'publish' | 'schedule' | 'update' | 'unpublish' | 'draft'

type Times = { draft: boolean; date?: string | undefined; expires?: string | null | undefined }

/** The state of a post at a moment. Without a date it would be published now. */
export function stateAt({ draft, date, expires }: Times, now: Date): PostState {
  if (draft) return 'draft'
  if (expires && new Date(expires) <= now) return 'expired'
  return date && new Date(date) > now ? 'scheduled' : 'live'
}

/** The state of the stored post; a new one counts as a draft. */
export const storedState = (source: PostSource | undefined, now: Date): PostState =>
  source ? stateAt(source, now) : 'draft'

/** The state of the post after the typed fields are published. */
export const nextState = (fields: PostFields, now: Date) => stateAt({ ...fields, draft: false }, now)

/** What the main button does. */
export function mainAction(before: PostState, next: PostState): Exclude<Action, 'draft' | 'unpublish'> {
  if (before === next && before !== 'draft') return 'update'
  if (next === 'scheduled') return 'schedule'
  return next === 'live' ? 'publish' : before === 'draft' ? 'publish' : 'update'
}

export const actionLabels: Record<Action, string> = {
  publish: 'Publish',
  schedule: 'Schedule',
  update: 'Update',
  unpublish: 'Unpublish',
  draft: 'Save draft',
}
export const busyLabels: Record<Action, string> = {
  publish: 'Publishing',
  schedule: 'Scheduling',
  update: 'Updating',
  unpublish: 'Unpublishing',
  draft: 'Saving',
}
export const doneLabels: Record<Action, string> = {
  publish: 'Post published',
  schedule: 'Post scheduled',
  update: 'Post updated',
  unpublish: 'Post unpublished: it is a draft now',
  draft: 'Draft saved',
}
export const stateLabels: Record<PostState, string> = {
  live: 'Published',
  draft: 'Draft',
  scheduled: 'Scheduled',
  expired: 'Expired',
}

/** `isShown`: the editor shows both changes. */
export const mergedNotice = (merged: readonly MergeField[], isShown: boolean) =>
  `Saved. Someone else changed ${fieldsInWords(merged)} of this post since you opened it; both changes are in.${
    isShown ? '' : ' You have typed in the same lines since: the next save asks which of them to keep.'
  }`

type Change = { action: Action; before: PostState; fields: PostFields; source: PostSource | undefined; url: string }

/** What visitors will notice, one sentence each. */
export function consequences({ action, before, fields, source, url }: Change, now: Date): string[] {
  if (action === 'draft') return ['Nothing changes for visitors.']
  if (action === 'unpublish') return unpublished(before, url)
  const { date, expires } = fields
  const next = nextState(fields, now)
  const sentences = [appearance({ before, next, url, date })]
  if (next !== 'expired' && expires)
    sentences.push(`From ${formatDateTime(expires, 'local')} visitors no longer see it.`)
  if (source && fields.address && fields.address !== source.id)
    sentences.push('Its address changes. Links to the old address keep working.')
  const created = newTermsOf(fields)
  if (created.length > 0) sentences.push(`This also creates ${new Intl.ListFormat('en').format(created)}.`)
  return sentences
}

const newTermsOf = ({ category_id: id, tags }: PostFields): string[] => [
  ...(isNewTerm({ id }) ? [`the category “${newTermName(id)}”`] : []),
  ...tags.filter(isNewTerm).map(({ name }) => `the tag “${name}”`),
]

function unpublished(before: PostState, url: string): string[] {
  if (before === 'scheduled') return ['The post will no longer be published automatically. It stays here as a draft.']
  if (before === 'expired') return ['Visitors already can’t see this post. It stays here as a draft.']
  return [
    `The post disappears from the blog, from search and from feeds, and ${url} shows that it was not found.`,
    'It stays here as a draft.',
  ]
}

function appearance({ before, next, url, date }: { before: PostState; next: PostState; url: string; date: string }) {
  if (next === 'expired') return 'Its expiry date has passed, so visitors can’t see it.'
  if (next === 'scheduled') {
    const when = formatDateTime(date, 'local')
    return before === 'live'
      ? `The post disappears now, and visitors see it again from ${when}, at ${url}.`
      : `Visitors see it from ${when}, at ${url}.`
  }
  return before === 'live'
    ? `Visitors see the new version at once, at ${url}.`
    : `Visitors see the post at once: at ${url}, in the blog's lists, in search and in feeds.`
}
