import { decodeUri } from '#contract/paths.ts'
import type { RenderedChecks } from '#server/text/scan/rendered-checks.ts'

/** What only rendering knows about one text, as data that a worker can send. */
export type CheckedText = {
  leftovers: ReturnType<RenderedChecks['leftovers']>
  fileTags: ReturnType<RenderedChecks['fileTags']>
  brokenAnchors: readonly string[]
}

/** Answers for a text that was checked before. */
export const renderedChecksOf = ({ leftovers, fileTags, brokenAnchors }: CheckedText): RenderedChecks => ({
  leftovers: () => leftovers,
  fileTags: () => fileTags,
  brokenAnchors: () => isOneOf(brokenAnchors),
})

export function isOneOf(links: readonly string[]) {
  const broken = new Set(links)
  return (link: string) => broken.has(decodeUri(link))
}
