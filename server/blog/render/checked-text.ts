import type { PostFormat } from '#contract/post-form.ts'
import type { RenderOptions } from '#server/text/scan/render-options.ts'

/** What only rendering knows. The check of thousands of posts must not render each of them, so this is asked where it matters. */
export type RenderedChecks = {
  /** Shortcodes, Liquid and components of other systems that stay visible. `bare`: the body without code. */
  leftovers(
    body: string,
    bare: string,
    format: PostFormat,
    options: RenderOptions,
  ): readonly { index: number; text: string }[]
  /** The tags of a body that name a file of the old site, such as `{% link x.md %}`, and the URLs that they stand for. */
  fileTags(body: string, format: PostFormat): readonly { tag: string; index: number; url: string }[]
  /** Renders a body and returns whether a link to `#…` in it has no target. */
  brokenAnchors(body: string, format: PostFormat): (link: string) => boolean
}

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
  return (link: string) => broken.has(decodedLink(link))
}

export function decodedLink(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}
