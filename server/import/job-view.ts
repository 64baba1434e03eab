import { cutText } from '#contract/cut-text.ts'
import {
  IMPORT_GROUPS_MAX,
  type ImportGroups,
  type ImportJobView,
  type ImportPlanView,
  type ImportReportView,
} from '#contract/imports.ts'
import { stateOf } from '#server/content/publication.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import type { Group } from './groups.ts'
import type { ImportJob } from './importer.ts'
import type { ImportPlan } from './plan.ts'
import { type ImportReport, systemName } from './write.ts'

type Posts = Snapshot['posts']

/** A job as the dashboard shows it. Titles and reasons come from the export: short, and without control characters. */
export const jobView = ({ plan, report, name, ...job }: ImportJob, posts: Posts, now: Date): ImportJobView => ({
  ...job,
  name: shown(name),
  plan: plan && planView(plan),
  report: report && reportView(report, posts, now),
})

function planView({ states, titles, newTerms, ...plan }: ImportPlan): ImportPlanView {
  const group = (state: keyof typeof titles) => ({ count: states[state], titles: titles[state].map(shown) })
  return {
    system: systemName(plan.system),
    site_url: plan.siteUrl && shown(plan.siteUrl),
    total: plan.total,
    live: group('live'),
    draft: group('draft'),
    scheduled: group('scheduled'),
    rejected: groupsView(plan.rejected),
    rejected_count: states.rejected,
    actions: plan.actions,
    changed: groupsView(plan.changes),
    missing_images: groupsView(plan.missingImages),
    dropped: groupsView(plan.leftOut),
    images: plan.images,
    new_terms: newTerms,
    permalinks: plan.permalinks.map(shown),
    notes: plan.notes.map(shown),
  }
}

function reportView({ written, skipped, posts: files }: ImportReport, posts: Posts, now: Date): ImportReportView {
  const { added, updated, images } = written
  const byFile = new Map([...posts.values()].map((post) => [post.file, post]))
  const found = files.flatMap(({ file }) => byFile.get(file) ?? [])
  return {
    added,
    updated,
    images,
    skipped,
    posts: found.map((post) => ({ id: post.id, title: post.title, live: stateOf(post, now) === 'live' })),
  }
}

function groupsView(groups: readonly Group[]): ImportGroups {
  const listed = groups.slice(0, IMPORT_GROUPS_MAX)
  return {
    groups: listed.map(({ reason, count, examples }) => ({
      reason: shown(reason),
      count,
      titles: examples.map(shown),
    })),
    more: groups.length - listed.length,
  }
}

const TEXT_MAX_CHARACTERS = 300
const shown = (text: string): string => cutText(text.replace(/\p{Cc}/gu, ' '), TEXT_MAX_CHARACTERS)
