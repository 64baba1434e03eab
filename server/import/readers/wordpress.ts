import { UnreadableSourceError } from '#server/import/source/errors.ts'
import type { ImportedEntry, ImportSource, Reader, ReaderOptions, SourceFiles } from '#server/import/source/imported.ts'
import { createArchive, type WordPressArchive } from './wordpress-archive.ts'
import { wordPressPost } from './wordpress-post.ts'
import { readWxr } from './wordpress-xml.ts'

const START_BYTES = 65_536

/**
 * Reads WXR, what WordPress exports, of one or several files. The files are read twice: images and terms may come after the
 * posts that use them.
 */
export const readWordPress: Reader = async (files, options) => {
  const paths = await wxrFiles(files)
  if (paths.length === 0) return undefined
  const archive = createArchive(options)
  for (const path of paths) for await (const record of readWxr(files.path(path), path)) archive.add(record)
  if (archive.isEmpty())
    throw new UnreadableSourceError(
      `${paths[0]} has no entries. Export all content in WordPress, and import the new file.`,
    )
  return {
    system: 'wordpress',
    siteUrl: archive.siteUrl(),
    entries: entries(files, paths, archive, options),
    dropped: archive.dropped,
    notes: (await isOfSquarespace(files, paths)) ? [SQUARESPACE] : [],
  } satisfies ImportSource
}

const SQUARESPACE = 'This is a Squarespace export, which has the format of WordPress.'
const isOfSquarespace = async (files: SourceFiles, [first = '']: readonly string[]): Promise<boolean> =>
  /<generator>[^<]*squarespace/i.test(await startOf(files, first))

const startOf = (files: SourceFiles, path: string): Promise<string> =>
  Bun.file(files.path(path)).slice(0, START_BYTES).text()

async function wxrFiles(files: SourceFiles): Promise<string[]> {
  const found: string[] = []
  for (const path of files.list()) {
    if (!/\.(?:xml|wxr|rss)$/i.test(path)) continue
    const start = await startOf(files, path)
    if (start.includes('wordpress.org/export/') || start.includes('<wp:wxr_version>')) found.push(path)
  }
  return found.sort()
}

async function* entries(
  files: SourceFiles,
  paths: readonly string[],
  archive: WordPressArchive,
  options: ReaderOptions,
): AsyncGenerator<ImportedEntry> {
  for (const path of paths) {
    for await (const record of readWxr(files.path(path), path)) {
      const entry = record.kind === 'item' ? wordPressPost(record.item, archive, options) : undefined
      if (entry) yield entry
    }
  }
}
