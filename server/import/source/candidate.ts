import type { ImportedAuthor, ImportedTerm, ImportSystem } from './imported.ts'

/** An image that goes along with a post: from the export, or from another site. */
export type WantedImage = {
  /** Its path inside the content folder. */
  file: string
  /** A file of the export, a drawing of it that becomes a PNG, or a URL. */
  from: { path: string } | { svg: string } | { url: string }
}

/** The text of a post as it will be written, and what belongs to it. The same input has the same result. */
export type BuiltPost = {
  text: string
  images: readonly WantedImage[]
  /** Why images are not shown, each as often as it happens. */
  missing: readonly string[]
  changes: readonly string[]
}

/** What a candidate's text depends on, apart from its own source. */
export type BuildContext = {
  /** The path of a post of this site by a path of the old one; `undefined` for any other link. */
  newPath(oldPath: string): string | undefined
  /** The ids of terms and authors by their names; new ones are created together with the posts. */
  termId(kind: 'categories' | 'tags', term: ImportedTerm): string
  authorId(author: ImportedAuthor): string
  /** With `--fetch-images`: the bytes' format decides about the name, so this fetches. `undefined`: stays a link to its site. */
  fetched(url: string): Promise<Uint8Array | undefined>
}

/** A post that may be imported. Its text is built when it is needed: ten thousand of them would fill the memory. */
export type Candidate = {
  /** Stable from one import of a source to the next. */
  key: string
  title: string
  /** Hash of everything that its source says about it. */
  source: string
  /** The wanted path inside the content folder. */
  file: string
  /** Whether another name may be chosen where this one is taken. */
  isRenamable: boolean
  oldPaths: readonly string[]
  build(file: string, context: BuildContext): Promise<BuiltPost>
}

export type RejectedCandidate = { key: string; title: string; reason: string }

/** A pattern of old URLs: of all posts where `folder` is empty, else of those in a folder below `posts`. */
export type OldUrlRule = { folder: string; pattern: string }

/** A source as it was read: all its posts, and what is imported together with them. */
export type Candidates = {
  system: ImportSystem
  siteUrl: string | null
  posts: readonly Candidate[]
  rejected: readonly RejectedCandidate[]
  /** Counted and left out, by kind. */
  leftOut: ReadonlyMap<string, number>
  rules: readonly OldUrlRule[]
  /** What the administrator should know: `--permalink=` is needed. */
  notes: readonly string[]
}
