import { cutText } from '#contract/cut-text.ts'
import type { CopiedImages, RemoteImages } from './copied-images.ts'
import type { Group } from './groups.ts'
import type { ImportPlan } from './plan.ts'
import { type ImportReport, systemName } from './write.ts'

const GROUPS_SHOWN = 20

/** `1 post`, `1,204 posts`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** The plan for a terminal. */
export function planText(plan: ImportPlan): string {
  const { states, actions, newTerms } = plan
  const lines = [
    `${systemName(plan.system)}${plan.siteUrl ? ` (${plan.siteUrl})` : ''}: ${counted(plan.total, 'entry', 'entries')}`,
    `  ${states.live} live, ${states.draft} drafts, ${states.scheduled} scheduled, ${states.rejected} rejected`,
    `  ${actions.add} new, ${actions.update} changed in the source, ${actions.same} unchanged, ${actions.edited} edited here and ${actions.deleted} deleted here (left as they are)`,
    `  ${counted(plan.images, 'image')}, ${counted(newTerms.categories, 'new category', 'new categories')}, ${counted(newTerms.tags, 'new tag')}, ${counted(newTerms.authors, 'new author')}`,
    ...plan.permalinks.map((pattern) => `  old URLs redirect: ${pattern} (in site.yml)`),
    `  old URLs: ${counted(plan.oldUrls.count, 'live post')} of ${states.live.toLocaleString('en')}${plan.oldUrls.examples.map((one) => `\n    ${printable(one)}`).join('')}`,
    ...plan.notes.map((note) => `  ${note}`),
    ...groupLines('Rejected', plan.rejected),
    ...groupLines('Changed', plan.changes),
    ...groupLines('Images that are not shown', plan.missingImages),
    ...groupLines('Left out', plan.leftOut),
  ]
  return lines.join('\n')
}

export function reportText({ written, skipped, notFetched }: ImportReport): string {
  const lines = [
    `${written.added} added, ${written.updated} updated, ${counted(written.images, 'image')} written${written.fetched > 0 ? ` (${written.fetched} fetched)` : ''}`,
    ...(skipped > 0 ? [`${counted(skipped, 'post')} edited in the meantime and left as they are`] : []),
    ...groupLines('Images not fetched', notFetched),
  ]
  return lines.join('\n')
}

function groupLines(title: string, groups: readonly Group[]): string[] {
  if (groups.length === 0) return []
  const shown = groups.slice(0, GROUPS_SHOWN).map(({ reason, count, examples }) => {
    const named = examples.slice(0, 3).map(printable).join(', ')
    return `  ${count} × ${printable(reason)}${named === '' ? '' : ` (${named}${count > 3 ? ', …' : ''})`}`
  })
  const more = groups.length > GROUPS_SHOWN ? [`  and ${groups.length - GROUPS_SHOWN} more reasons`] : []
  return [`${title}:`, ...shown, ...more]
}

/** What `--fetch-images` without a source would copy. */
export const remoteImagesText = (found: RemoteImages): string =>
  `${counted(
    [...found.values()].reduce((sum, urls) => sum + urls.length, 0),
    'image',
  )} of other sites in ${counted(found.size, 'post')}`

export const copiedImagesText = ({ posts, images, notFetched }: CopiedImages): string =>
  [
    `${counted(images, 'image')} copied for ${counted(posts, 'post')}`,
    ...groupLines('Images not fetched', notFetched),
  ].join('\n')

/** Titles come from the export: a terminal would obey control characters. */
const printable = (text: string): string => cutText(text.replace(/\p{Cc}/gu, ' '), 200)
