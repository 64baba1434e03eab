import type { Landing } from '#contract/landing.ts'
import type { PostFormat } from '#contract/post-form.ts'
import type { Plan, Site } from '#contract/site.ts'
import type { Problem } from './errors.ts'

/** The front matter of a post. The body stays in the file: ten thousand of them would fill the memory. */
export type PostEntry = {
  id: string
  /** Path inside the content folder: `posts/how-to-plan-a-bake.md`. */
  file: string
  format: PostFormat
  /** Hash of the file's bytes; a save sends the one that it began from. */
  revision: string
  title: string
  /** HTML as written; sanitized when it is rendered. */
  summary: string
  /** The id of a category that may not exist. */
  category: string | null
  tags: readonly string[]
  /** Path under /storage/. */
  image: string | null
  imageAlt: string
  /** ISO 8601, UTC; `UNDATED` for a draft without a date. */
  date: string
  updated: string | null
  expires: string | null
  draft: boolean
  aliases: readonly string[]
  author: string | null
  /** The names of the co-located images that it shows; absent for a post without a folder. */
  beside?: readonly string[]
}

export type TermEntry = {
  id: string
  file: string
  revision: string
  name: string
  description: string | null
}

/** A landing page. */
export type LandingEntry = {
  id: string
  file: string
  revision: string
  landing: Landing
}

/** All content at one moment. Never changed in place: a change creates the next one. */
export type Snapshot = {
  posts: ReadonlyMap<string, PostEntry>
  categories: ReadonlyMap<string, TermEntry>
  tags: ReadonlyMap<string, TermEntry>
  /** Old id → the id that it redirects to. */
  aliases: ReadonlyMap<string, string>
  landings: ReadonlyMap<string, LandingEntry>
  /** Co-located images: path inside the content folder → a hash of the file's size and time. */
  pictures: ReadonlyMap<string, string>
  site: Site
  plans: readonly Plan[]
  /** Base name → Markdown as written: `privacy-policy`. */
  legal: ReadonlyMap<string, string>
  problems: readonly Problem[]
  /** Invalid files, named as in their problems, whose last valid version is shown. */
  lastGood: ReadonlySet<string>
}
