import type { PostSource } from '#contract/posts.ts'

/** What lists show while the summary is empty; `undefined` once it has words. */
export const summaryHint = (summary: string, source: PostSource | undefined): string | undefined =>
  summary.trim() === '' && source?.teaser
    ? `If empty, lists show the beginning of the text, “${source.teaser}”`
    : undefined
