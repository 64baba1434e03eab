import { colocatedImages, type ImageReference } from './colocated-images.ts'
import type { Flaw } from './file-error.ts'
import { isPostFolder } from './file-id.ts'
import { lineAt } from './file-text.ts'
import { findFences } from './front-matter.ts'
import type { PostKey } from './key-names.ts'
import { postEntry, type ReadFields, readFields } from './post-file.ts'
import { keyLine, postWarnings } from './post-warnings.ts'
import type { PostEntry } from './snapshot.ts'

/** Where in a post's file its names stand, for a problem with one of them. */
export type NameLines = { category: number; tags: number; aliases: number }

/** A post with what is remarkable about its file. */
export type DecodedPost = {
  kind: 'posts'
  post: PostEntry
  lines: NameLines
  warnings: readonly Flaw[]
  /** The pictures that it wants to find in its folder, and the lines that say so. */
  references: readonly ImageReference[]
}

/** A file of `posts/`. Throws `ContentFileError`. */
export function decodePostFile(file: string, text: string, revision: string): DecodedPost {
  const read = readFields(text)
  const entry = postEntry(file, read.fields, revision)
  const { headEnd, bodyStart } = findFences(text)
  const head = text.slice(0, headEnd)
  const references = isPostFolder(file) ? colocatedImages(text, bodyStart, entry) : []
  const post = isPostFolder(file) ? { ...entry, beside: [...new Set(references.map(({ name }) => name))] } : entry
  const warnings = postWarnings(head, read.data, read.keys)
  return { kind: 'posts', post, lines: nameLines(head, read), warnings, references }
}

function nameLines(head: string, { keys }: ReadFields): NameLines {
  const line = (key: PostKey) => {
    const [name] = keys.get(key) ?? []
    if (name === undefined) return 1
    const at = head.indexOf(`\n${name}:`)
    return at === -1 ? keyLine(head, name) : lineAt(head, at + 1)
  }
  return { category: line('category'), tags: line('tags'), aliases: line('aliases') }
}
