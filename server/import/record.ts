import { join } from 'node:path'
import * as v from 'valibot'
import type { Candidates } from '#server/import/source/candidate.ts'
import { type AppendLog, createAppendLog } from '#server/storage/append-log.ts'
import { readText } from '#server/storage/files.ts'

const PostSchema = v.object({
  key: v.string(),
  file: v.string(),
  /** Hash of the post in its source, and of the file as it was written. */
  source: v.string(),
  written: v.string(),
  /** Hash of the file that is replaced. */
  before: v.optional(v.string()),
  /** Images that stayed on other sites. */
  remote: v.optional(v.number(), 0),
  /** Hash of each image as it was written. */
  images: v.optional(v.record(v.string(), v.string()), {}),
  /** Absent before the file was written: a crash may be in between. */
  isDone: v.optional(v.boolean(), false),
})
const LineSchema = v.union([
  PostSchema,
  /** Files that belong to no single post. */
  v.object({ files: v.array(v.string()) }),
  v.object({ permalinks: v.array(v.string()) }),
  v.object({ committed: v.literal(true) }),
])
type Line = v.InferInput<typeof LineSchema>
export type RecordedPost = v.InferOutput<typeof PostSchema>

export type ImportRecord = Awaited<ReturnType<typeof openRecord>>

/**
 * Opens the record of what was imported from one blog: a line before and after each post is written. A second import reads
 * it to leave edited posts alone, and an interrupted one to continue. Throws `StorageError`.
 */
export async function openRecord(
  folder: string,
  { system, siteUrl }: Pick<Candidates, 'system' | 'siteUrl'>,
  into: string,
) {
  const name = new Bun.CryptoHasher('sha256')
    .update(JSON.stringify([siteUrl, into]))
    .digest('hex')
    .slice(0, 12)
  const path = join(folder, `${system}-${name}.jsonl`)
  const posts = new Map<string, RecordedPost>()
  const images = new Map<string, string>()
  const permalinks = new Set<string>()
  /** Written since the last commit of an import. */
  let uncommitted = new Set<string>()

  function remember(line: Line): void {
    if ('key' in line) {
      const post = v.parse(PostSchema, line)
      posts.set(post.key, post)
      uncommitted.add(post.file)
      for (const [file, revision] of post.isDone ? Object.entries(post.images) : []) {
        images.set(file, revision)
        uncommitted.add(file)
      }
    } else if ('files' in line) for (const file of line.files) uncommitted.add(file)
    else if ('permalinks' in line) for (const one of line.permalinks) permalinks.add(one)
    else uncommitted = new Set()
  }

  for (const text of (await readText(path).catch(() => '')).split('\n')) {
    const line = v.safeParse(v.pipe(v.string(), v.parseJson(), LineSchema), text)
    if (line.success) remember(line.output)
  }
  /** Opened with the first line, so that a plan writes nothing. */
  let log: AppendLog | undefined

  return {
    posts: posts as ReadonlyMap<string, RecordedPost>,
    /** The hashes of images as imports wrote them, by file. */
    images: images as ReadonlyMap<string, string>,
    permalinks: permalinks as ReadonlySet<string>,
    uncommitted: (): readonly string[] => [...uncommitted],
    async append(lines: readonly Line[]): Promise<void> {
      if (lines.length === 0) return
      log ??= await createAppendLog(path)
      const { append } = log
      await Promise.all(lines.map((line) => append(JSON.stringify(line))))
      for (const line of lines) remember(line)
    },
    close: async () => log?.close(),
  }
}
