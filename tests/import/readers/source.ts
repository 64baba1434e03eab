import { mkdtempSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { htmlToMarkdown } from '#server/import/html/html-to-markdown.ts'
import type { ImportedEntry, ImportedPost, Reader, SourceFiles } from '#server/import/source/imported.ts'

/** Files in a temporary folder, by path. */
export async function createSource(texts: Readonly<Record<string, string>>): Promise<SourceFiles> {
  const folder = mkdtempSync(join(tmpdir(), 'reader-'))
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await Bun.write(join(folder, path), text)
  }
  const path = (name: string) => join(folder, name)
  return {
    list: () => Object.keys(texts).sort(),
    text: (name) => Bun.file(path(name)).text(),
    bytes: async (name) => new Uint8Array(await Bun.file(path(name)).arrayBuffer()),
    path,
  }
}

/** All that a reader finds; `undefined` for files of another system. */
export async function readAll(read: Reader, texts: Readonly<Record<string, string>>, pages = false) {
  const source = await read(await createSource(texts), { pages })
  if (!source) return undefined
  const entries: ImportedEntry[] = []
  for await (const entry of source.entries) entries.push(entry)
  const posts = entries.filter((entry): entry is ImportedPost => entry.kind === 'post')
  const rejected = entries.filter((entry) => entry.kind === 'rejected')
  return { source, posts, rejected, dropped: Object.fromEntries(source.dropped) }
}

export const markdownOf = (post: ImportedPost | undefined): string =>
  post === undefined ? '' : post.body.format === 'md' ? post.body.text : htmlToMarkdown(post.body.html).text
