import { UnreadableSourceError } from '#server/import/source/errors.ts'
import type { ImportedEntry, Reader, SourceFiles } from '#server/import/source/imported.ts'
import { createArchive, type GhostArchive } from './ghost-archive.ts'
import { type Fields, fieldsOf, listOf, parsedJson } from './ghost-json.ts'
import { ghostPost } from './ghost-post.ts'

/** An export is read at once, and takes about five times its size in memory. */
const EXPORT_MAX_BYTES = 100_000_000
const START_BYTES = 200
const START = /^\s{0,50}\{\s{0,50}"(?:db|meta|data)"\s{0,50}:/

/** Reads the JSON that Ghost 1 to 5 exports, of one or several files. */
export const readGhost: Reader = async (files, options) => {
  const dropped = new Map<string, number>()
  const archives: GhostArchive[] = []
  for (const path of files
    .list()
    .filter((one) => /\.json$/i.test(one))
    .sort()) {
    for (const data of await sitesIn(files, path)) archives.push(createArchive(data, options, dropped))
  }
  if (archives.length === 0) return undefined
  const siteUrl = archives.find((archive) => archive.siteUrl !== null)?.siteUrl ?? null
  return { system: 'ghost', siteUrl, entries: entriesIn(archives), dropped }
}

/** The tables of each site in a file; none for JSON of another kind. */
async function sitesIn(files: SourceFiles, path: string): Promise<Fields[]> {
  const file = Bun.file(files.path(path))
  const start = await file.slice(0, START_BYTES).text()
  if (!START.test(start)) return []
  const isGhost = start.includes('"db"')
  if (file.size > EXPORT_MAX_BYTES) {
    if (!isGhost) return []
    throw new UnreadableSourceError(`${path} is larger than 100 MB. Export fewer posts at once, and import each file.`)
  }
  const json = parsedJson((await files.text(path)).replace(/^\uFEFF/, ''))
  if (json === undefined && isGhost)
    throw new UnreadableSourceError(`${path} is no valid JSON. Export the content in Ghost again.`)
  const { db, ...bare } = fieldsOf(json)
  const sites = db === undefined ? [bare] : listOf(db).map(fieldsOf)
  return sites.map(({ data }) => fieldsOf(data)).filter(({ posts }) => Array.isArray(posts))
}

async function* entriesIn(archives: readonly GhostArchive[]): AsyncGenerator<ImportedEntry> {
  for (const archive of archives) for (const post of archive.posts) yield ghostPost(post, archive)
}
