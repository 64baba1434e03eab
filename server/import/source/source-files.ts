import { lstat, readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { UPLOAD_MAX_BYTES } from '#contract/imports.ts'
import { UnreadableSourceError } from './errors.ts'
import type { SourceFiles } from './imported.ts'
import { UNZIP_LIMITS, unzip } from './unzip.ts'

/** A text that is longer is no post; exports in one file are streamed by their readers. */
const TEXT_MAX_BYTES = 200_000_000
/** Neither part of a site nor worth the time. */
const SKIPPED_FOLDERS = new Set(['node_modules', '__MACOSX', '_site', '.git'])

type Opened = { files: SourceFiles /** Left out, by kind. */; leftOut: Map<string, number> }

/**
 * Opens a folder, a zip, or a single file. A zip is unpacked to `workFolder`, which the caller deletes. Throws
 * `UnreadableSourceError`, and what the disk throws.
 */
export async function openSource(source: string, workFolder: string): Promise<Opened> {
  const found = await lstat(source).catch(() => undefined)
  if (!found) throw new UnreadableSourceError(`There is no file or folder ${source}.`)
  if (found.isDirectory()) return openFolder(source)
  if (!found.isFile()) throw new UnreadableSourceError(`${source} is not a regular file. Name the file itself.`)
  if (found.size > UPLOAD_MAX_BYTES)
    throw new UnreadableSourceError('This file is larger than 1 GB. Unpack it and import the folder.')
  const start = await Bun.file(source).slice(0, 4).bytes()
  if (start[0] !== 0x50 || start[1] !== 0x4b) return { files: singleFile(source), leftOut: new Map() }
  const folder = join(workFolder, 'unpacked')
  // Of an import that was interrupted.
  await rm(folder, { recursive: true, force: true })
  const leftOut = await unzip(source, folder)
  const opened = await openFolder(folder)
  return { files: opened.files, leftOut: new Map([...leftOut, ...opened.leftOut]) }
}

function singleFile(file: string): SourceFiles {
  const name = basename(file)
  return filesIn(dirname(file), [name])
}

async function openFolder(root: string): Promise<Opened> {
  const files: string[] = []
  const leftOut = new Map<string, number>()
  const waiting = ['']
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!SKIPPED_FOLDERS.has(entry.name)) waiting.push(path)
      } else if (entry.isFile()) {
        // macOS writes a file with attributes beside each one.
        if (!entry.name.startsWith('._')) files.push(path)
      } else leftOut.set('links and devices', (leftOut.get('links and devices') ?? 0) + 1)
      if (files.length + waiting.length > UNZIP_LIMITS.maxEntries)
        throw new UnreadableSourceError(
          `The folder has more than ${UNZIP_LIMITS.maxEntries.toLocaleString('en')} files. Import a part of it.`,
        )
    }
  }
  return { files: filesIn(root, withoutCommonFolder(files.sort())), leftOut }
}

/** A zip of a folder has that folder as its only entry. */
function withoutCommonFolder(files: readonly string[]): { prefix: string; names: readonly string[] } {
  const prefix = commonFolder(files)
  // `_posts` and `content` are folders of a site, not the folder around it, unless its configuration is there.
  const isOfSite = /^(?:_posts|_drafts|content|src|blog|posts)\/$/.test(prefix)
  const hasConfig = files.some((file) => CONFIG.test(file.slice(prefix.length)))
  if (prefix === '' || (isOfSite && !hasConfig)) return { prefix: '', names: files }
  return { prefix, names: files.map((file) => file.slice(prefix.length)) }
}

const CONFIG =
  /^(?:_config\.ya?ml|(?:hugo|config|zola)\.(?:toml|ya?ml|json)|package\.json|\.eleventy\.js|(?:astro|docusaurus|eleventy)\.config\.[a-z]+)$/

/** The folder at the root that all files are in, with a slash; empty where there is none. */
function commonFolder(files: readonly string[]): string {
  const [first = ''] = files
  const prefix = first.slice(0, first.indexOf('/') + 1)
  return prefix !== '' && files.every((file) => file.startsWith(prefix)) ? prefix : ''
}

/** The same files, named from inside their only folder; `undefined` where there is none. Folders of Jekyll have a meaning. */
export function insideOnlyFolder(files: SourceFiles): SourceFiles | undefined {
  const prefix = commonFolder(files.list())
  if (prefix === '' || /^_(?:posts|drafts)\/$/.test(prefix)) return undefined
  const names = files.list().map((file) => file.slice(prefix.length))
  return {
    list: () => names,
    path: (file) => files.path(prefix + file),
    bytes: (file) => files.bytes(prefix + file),
    text: (file) => files.text(prefix + file),
  }
}

function filesIn(root: string, listed: readonly string[] | { prefix: string; names: readonly string[] }): SourceFiles {
  const { prefix, names } = 'names' in listed ? listed : { prefix: '', names: listed }
  const known = new Set(names)
  function pathOf(file: string): string {
    // Only what was listed is read: a reader may take a name from the export itself.
    if (!known.has(file)) throw new UnreadableSourceError('The export names a file that it does not contain.')
    return join(root, prefix + file)
  }
  function readable(file: string): string {
    const path = pathOf(file)
    if (Bun.file(path).size > TEXT_MAX_BYTES)
      throw new UnreadableSourceError('A file of the export is larger than 200 MB. Export fewer posts at once.')
    return path
  }
  return {
    list: () => names,
    path: pathOf,
    bytes: async (file) => readFile(readable(file)),
    text: async (file) => readFile(readable(file), 'utf8'),
  }
}
