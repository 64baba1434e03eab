import { join } from 'node:path'
import { IMPORT_TITLES_MAX } from '#contract/imports.ts'
import type { Content, Transaction } from '#server/content/content.ts'
import { revisionOf } from '#server/content/files/content-files.ts'
import { ContentNotFoundError } from '#server/content/files/errors.ts'
import type { BuildContext, BuiltPost } from '#server/import/source/candidate.ts'
import { ImportFailedError } from '#server/import/source/errors.ts'
import { FETCHABLE } from '#server/import/source/export-candidates.ts'
import type { FetchImage } from '#server/import/source/fetch-image.ts'
import type { SourceFiles } from '#server/import/source/imported.ts'
import { rulesMissing, withRules } from '#server/import/source/old-url-rules.ts'
import { DomainError } from '#server/lib/errors.ts'
import { removeTemporaryFilesOf } from '#server/storage/prepare-folder.ts'
import { ContentFileError } from '#server/text/front-matter/content-file-error.ts'
import { createDownloads, type NewImage, readImages } from './downloads.ts'
import { createGroups, type Group } from './groups.ts'
import { buildContext, type Planned, type PlannedPost } from './plan.ts'
import type { ImportRecord, RecordedPost } from './record.ts'
import { createTerms } from './terms.ts'

export type ImportReport = {
  written: { added: number; updated: number; images: number; fetched: number }
  /** Edited in the meantime: left as they are. */
  skipped: number
  notFetched: Group[]
  /** Some of the posts that were to be written, live ones first. */
  posts: { file: string; title: string }[]
}

export type WriteOptions = {
  content: Content
  /** The content folder. */
  dir: string
  files: SourceFiles
  record: ImportRecord
  /** `undefined`: images of other sites stay there. */
  fetchImage?: FetchImage | undefined
  /** Called with the number of posts that are done, of those that are written. */
  onProgress?: ((done: number, total: number) => void) | undefined
  /** An abort ends the import after the batch in progress. */
  signal?: AbortSignal | undefined
}

/** One transaction; its files are in memory at once. */
const BATCH_MAX_BYTES = 16_000_000
const BATCH_MAX_POSTS = 50
/** Git needs the files of a commit in memory, so a larger import becomes several commits. */
const COMMIT_MAX_BYTES = 200_000_000

type ReadyPost = { post: PlannedPost; built: BuiltPost; images: NewImage[] }

/**
 * Writes the posts of a plan: new ones in batches, then what changes existing files, with the commit of all. Each post is
 * recorded before and after it is written. Throws `StorageError`; the same import then continues where it ended.
 */
export async function writeImport(
  { plan, posts, files, rules }: Planned,
  options: WriteOptions,
): Promise<ImportReport> {
  const { content, record, fetchImage, onProgress, signal } = options
  const notFetched = createGroups()
  const written = { added: 0, updated: 0, images: 0, fetched: 0 }
  let skipped = 0
  const terms = createTerms(content.snapshot())
  const downloads = createDownloads(fetchImage, notFetched)
  const context: BuildContext = buildContext(files, terms, downloads.fetched)
  /** Of two posts with one id, as in the old site by day or folder, the second is called `bread-2`. */
  const imported = new Set(files.values())
  /** Files that a killed import may have begun to write. */
  const interrupted = [...record.posts.values()]
    .filter(({ isDone }) => !isDone)
    .flatMap(({ file, images }) => [file, ...Object.keys(images)])
  const wanted = posts.filter(({ action }) => action === 'add' || action === 'update')
  const updates: ReadyPost[] = []
  let batch: ReadyPost[] = []
  let size = 0

  async function flush(): Promise<void> {
    const ready = batch
    batch = []
    size = 0
    const done = await writeBatch(ready)
    written.added += done
    skipped += ready.length - done
    onProgress?.(written.added + skipped + updates.length, wanted.length)
  }

  async function writeBatch(ready: readonly ReadyPost[]): Promise<number> {
    if (ready.length === 0) return 0
    await record.append(ready.map((one) => recorded(one, false)))
    const { posts: done, images, extra } = await content.change((tx) => put(tx, ready), undefined, imported)
    await record.append([...done.map((one) => recorded(one, true)), { files: extra }])
    written.images += images
    return done.length
  }

  /** Checks again that no post was edited since the plan. Images that were edited or deleted here stay so. */
  async function put(tx: Transaction, ready: readonly ReadyPost[]) {
    const done: ReadyPost[] = []
    const added = new Set<string>()
    for (const one of ready) {
      const { file, revision } = one.post
      const before = (await tx.exists(file)) ? revisionOf(await tx.read(file)) : undefined
      if (before !== revision && before !== revisionOf(one.built.text)) continue
      tx.write(file, one.built.text)
      const stored: NewImage[] = []
      for (const image of one.images) {
        const current = await imageRevision(tx, image.file)
        const mayWrite = current === record.images.get(image.file)
        if (mayWrite || current === revisionOf(image.bytes)) stored.push(image)
        if (!mayWrite || current === revisionOf(image.bytes)) continue
        tx.write(image.file, image.bytes)
        added.add(image.file)
      }
      done.push({ ...one, images: stored })
    }
    const extra: string[] = []
    for (const [file, text] of terms.created)
      if (!(await tx.exists(file))) {
        tx.write(file, text)
        extra.push(file)
      }
    return { posts: done, images: added.size, extra }
  }

  try {
    await writeAll()
  } catch (error) {
    // A batch that is written stays, and the same import goes on behind it.
    if (!(error instanceof DomainError) || signal?.aborted || written.added === 0) throw error
    throw new ImportFailedError(
      `The import stopped after ${written.added} of ${wanted.length} posts, which are on the site now: start the same import again to write the others. ${error.message.replace(/^Nothing was saved: /, 'The reason: ')}`,
    )
  }
  written.fetched = downloads.count()
  return { written, skipped, notFetched: notFetched.list(), posts: someOf(wanted) }

  async function writeAll(): Promise<void> {
    for (const post of wanted) {
      signal?.throwIfAborted()
      const built = await post.candidate.build(post.file, context)
      const images = await readImages(built.images, options.files, downloads)
      const ready = { post, built, images }
      // Text that is there already was written by an import that ended before it was recorded: the commit still needs its file.
      if (post.action === 'update' && post.revision !== revisionOf(built.text)) updates.push(ready)
      else {
        batch.push(ready)
        size += built.text.length + images.reduce((sum, { bytes }) => sum + bytes.length, 0)
        if (size > BATCH_MAX_BYTES || batch.length >= BATCH_MAX_POSTS) await flush()
      }
    }
    await flush()
    if (interrupted.length > 0)
      await removeTemporaryFilesOf([...interrupted, ...terms.created.keys()].map((file) => join(options.dir, file)))
    await finish()
  }

  /** Files that exist change together with the commit, which compares them with what was committed before. */
  async function finish(): Promise<void> {
    await record.append([...(await adopted()), ...updates.map((one) => recorded(one, false))])
    const inChange = new Set(updates.flatMap(({ post, images }) => [post.file, ...images.map(({ file }) => file)]))
    const parts = await commitParts(
      options,
      record.uncommitted().filter((file) => !inChange.has(file)),
    )
    const [last = [], ...first] = parts.toReversed()
    const open = new Set(record.uncommitted())
    const subject = subjectOf(plan, [...record.posts.values()].filter(({ file }) => open.has(file)).length)
    const via = 'import'
    for (const part of first) await content.change(async () => {}, { subject, via, files: part, isOutside: true })
    if (last.length === 0 && updates.length === 0 && plan.permalinks.length === 0) return
    const { posts: done, images } = await content.change(
      async (tx) => {
        const result = await put(tx, updates)
        await addRules(tx)
        return result
      },
      { subject, via, files: last, isOutside: true },
      imported,
    )
    written.updated = done.length
    skipped += updates.length - done.length
    written.images += images
    const lines = done.map((one) => recorded(one, true))
    await record.append([...lines, { permalinks: [...plan.permalinks] }, { committed: true }])
  }

  /** Files of an import whose record is lost. */
  async function adopted(): Promise<RecordedPost[]> {
    const same = posts.filter(({ candidate, action }) => action === 'same' && !record.posts.has(candidate.key))
    return Promise.all(
      same.map(async ({ candidate: { key, source }, file }) => {
        const written = revisionOf(await content.read(file))
        return { key, file, source, written, remote: 0, images: {}, isDone: true }
      }),
    )
  }

  async function addRules(tx: Transaction): Promise<void> {
    const missing = rulesMissing(rules, tx.snapshot.site)
    if (missing.length > 0) tx.write('site.yml', withRules(await tx.read('site.yml'), missing))
  }
}

const someOf = (posts: readonly PlannedPost[]) =>
  [...posts]
    .sort((a, b) => Number(a.state !== 'live') - Number(b.state !== 'live'))
    .slice(0, IMPORT_TITLES_MAX)
    .map(({ file, candidate: { title } }) => ({ file, title }))

const recorded = ({ post, built, images }: ReadyPost, isDone: boolean): RecordedPost => ({
  key: post.candidate.key,
  file: post.file,
  source: post.candidate.source,
  written: revisionOf(built.text),
  ...(!isDone && { before: post.revision }),
  remote: built.missing.filter((reason) => FETCHABLE.includes(reason)).length,
  images: Object.fromEntries(images.map(({ file, bytes }) => [file, revisionOf(bytes)])),
  isDone,
})

/** `undefined` where there is no file; empty for one that is no image of a post. */
const imageRevision = (tx: Transaction, file: string): Promise<string | undefined> =>
  tx.readBytes(file).then(revisionOf, (error) => {
    if (error instanceof ContentNotFoundError) return undefined
    if (error instanceof ContentFileError) return ''
    throw error
  })

const NAMES = {
  wordpress: 'WordPress',
  ghost: 'Ghost',
  substack: 'Substack',
  medium: 'Medium',
  jekyll: 'Jekyll',
  hugo: 'Hugo',
  zola: 'Zola',
  astro: 'Astro',
  eleventy: 'Eleventy',
  docusaurus: 'Docusaurus',
  plain: 'a folder',
}
export const systemName = (system: keyof typeof NAMES): string => NAMES[system]

const subjectOf = ({ system }: Planned['plan'], count: number) =>
  `import: ${count === 1 ? '1 post' : `${count} posts`} from ${systemName(system)}`

/** Absolute paths of new files, in parts that fit into memory. */
async function commitParts({ dir }: WriteOptions, files: readonly string[]): Promise<string[][]> {
  const parts: string[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const file of files) {
    const path = join(dir, file)
    size += Bun.file(path).size
    if (size > COMMIT_MAX_BYTES) {
      parts.push([])
      size = Bun.file(path).size
    }
    parts.at(-1)?.push(path)
  }
  return parts
}
