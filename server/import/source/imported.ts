/** The systems whose exports and folders can be imported. */
export type ImportSystem = 'wordpress' | 'ghost' | 'substack' | 'medium' | SiteSystem
export type SiteSystem = 'jekyll' | 'hugo' | 'zola' | 'astro' | 'eleventy' | 'docusaurus' | 'plain'

/** What an export of another system contains. All of it is hostile input. */
export type ImportSource = {
  system: ImportSystem
  /** URL of the old site, if the export names it: links to it are links among posts. */
  siteUrl: string | null
  /** Streamed, because an export may have 10,000 posts. */
  entries: AsyncIterable<ImportedEntry> | Iterable<ImportedEntry>
  /** Counted and left out, by kind: `comments`, `e-mail addresses`. Complete once `entries` has ended. */
  dropped: Map<string, number>
  /** What the administrator should know. */
  notes?: readonly string[]
}

export type ImportedEntry = ImportedPost | RejectedEntry

/** `reason` is the same text for the same cause, because the plan groups by it. */
export type RejectedEntry = { kind: 'rejected'; key: string; title: string; reason: string }

export type ImportedPost = {
  kind: 'post'
  /** Stable from one export to the next: `post-123`. */
  key: string
  /** As the old system had it; the importer derives the id from it. */
  slug: string
  title: string
  /** A scheduled post is live with a future date. */
  state: 'live' | 'draft'
  /** ISO 8601 in UTC. */
  date: string | null
  updated: string | null
  body: ImportedBody
  /** Plain text or HTML; empty where there is none. */
  summary: string
  categories: readonly ImportedTerm[]
  tags: readonly ImportedTerm[]
  authors: readonly ImportedAuthor[]
  image: ImportedImage | null
  seoTitle: string
  seoDescription: string
  canonical: string
  /** Paths at the root of the old site: `/2019/05/my-post/`. */
  oldPaths: readonly string[]
  /** Differences from the old post in plain words, grouped by the report: `a poll was replaced by a link`. */
  changes: readonly string[]
}

export type ImportedBody = { format: 'md'; text: string } | { format: 'html'; html: string }
export type ImportedTerm = { name: string; slug: string; description: string }
export type ImportedAuthor = { name: string; slug: string; bio: string; url: string }
/** `url` is absolute, a path at the root of the old site, or a path in the export. */
export type ImportedImage = { url: string; alt: string; caption: string }

/** Options for pages, which are imported as posts on request only. */
export type ReaderOptions = { pages: boolean }

/** The regular files of a folder, a single file, or an unpacked archive: below one root, within the limits. Paths use `/`. */
export type SourceFiles = {
  list(): readonly string[]
  text(path: string): Promise<string>
  bytes(path: string): Promise<Uint8Array>
  /** The absolute path on disk, for parsers that stream. */
  path(path: string): string
}

/** Returns undefined for files of another system. Throws `UnreadableSourceError` for a damaged export of its own. */
export type Reader = (files: SourceFiles, options: ReaderOptions) => Promise<ImportSource | undefined>

/** A file of the site has at most 700 kB, and markup of other systems is seldom half of a text. */
export const HTML_MAX_CHARACTERS = 1_000_000

/** Checked before a text is converted, which takes time and memory in proportion to its length. */
export const TOO_LONG = 'the text is longer than a million characters'
