import type { Landing } from '#contract/landing.ts'
import type { Plan } from '#contract/plans.ts'
import type { PostFormat } from '#contract/post-form.ts'
import type { Site } from '#contract/site.ts'
import type { Problem } from './errors.ts'

/** A post as its front matter has it. The body stays in the file: ten thousand of them would fill the memory. */
export type PostEntry = {
  id: string
  /** Path inside the content folder: `posts/how-to-plan-a-bake.md`. */
  file: string
  format: PostFormat
  /** Hash of the file's bytes: what a save says it began from (decision 31). */
  revision: string
  title: string
  /** HTML as written; sanitised only on its way out. */
  summary: string
  /** Ids; whether such a category or tag exists is asked when the post is shown. */
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
  /** Names of pictures in the post's own folder that it shows; absent for a post without a folder. */
  beside?: readonly string[]
}

export type TermEntry = {
  id: string
  file: string
  revision: string
  name: string
  description: string | null
}

/** The page of one trade. */
export type LandingEntry = {
  id: string
  file: string
  revision: string
  landing: Landing
}

/** All content at one moment. Never changed in place: a change makes the next one. */
export type Snapshot = {
  posts: ReadonlyMap<string, PostEntry>
  categories: ReadonlyMap<string, TermEntry>
  tags: ReadonlyMap<string, TermEntry>
  /** Old id → the id it goes to now (decision 5). */
  aliases: ReadonlyMap<string, string>
  landings: ReadonlyMap<string, LandingEntry>
  /** Pictures beside posts: path inside the content folder → what tells this one from another of that name. */
  pictures: ReadonlyMap<string, string>
  site: Site
  plans: readonly Plan[]
  /** Base name → Markdown as written: `privacy-policy`. */
  legal: ReadonlyMap<string, string>
  problems: readonly Problem[]
  /** Bad files (as their problems name them) that are shown as they last were when they were good. */
  lastGood: ReadonlySet<string>
}
