import type { PostFormat } from '#contract/post-form.ts'
import type { RenderOptions } from './render-options.ts'

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
