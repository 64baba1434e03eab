import type { PostFormat } from '#contract/post-form.ts'
import type { RenderOptions } from './render-options.ts'

/** What only rendering knows about a text, as data that a worker can send. */
export type CheckedText = {
  /** Shortcodes, Liquid and components of other systems that stay visible. */
  leftovers: readonly { index: number; text: string }[]
  /** The tags that name a file of the old site, such as `{% link x.md %}`, and the URLs that they stand for. */
  fileTags: readonly { tag: string; index: number; url: string }[]
  /** The links inside the text without a target, as they are written. */
  brokenAnchors: readonly string[]
}

/** Renders only where the text gives reason to, because the check of a folder asks for thousands of posts. */
export type CheckText = (body: string, format: PostFormat, options: RenderOptions) => CheckedText
