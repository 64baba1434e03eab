import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Connection, LARGE_READ_MS, limitFor } from '#server/database/connection.ts'
import { DAY_MS } from '#server/lib/clock.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createLookup } from '#server/lib/lookup.ts'
import { readBytes, realDisk, removeFile, replaceFile, unlessMissing } from '#server/storage/files.ts'
import { type DeletedImages, removeOldDeletions } from './deleted-images.ts'
import { mentionsIn, stemOf } from './image-mentions.ts'

/** A width of a stored image: 32 digits of the hash of the upload. */
const NAME = /^posts\/[0-9a-f]{32}-\d{1,5}(?:x\d{1,5})?\.webp$/
/** As long as a working copy lives. Then a saved image is in git. */
const LIFETIME_DAYS = 30

const DELETED = 'deleted/'
const rowOf = (id: string, path: string): string => `${DELETED}${id}/${path}`
type Row = { path: string }

type Options = {
  connection: Connection
  /** `storage/public` */
  dir: string
  /** What administrators have written and not saved. */
  unsavedText(): Promise<string>
  log: Log
}
export type SharedUploads = ReturnType<typeof createSharedUploads>

/**
 * The files of uploaded images in PostgreSQL, for the other replicas: they are in git only once a text that shows them is
 * saved. Paths are relative to `dir`. Functions throw `StorageError`.
 */
export function createSharedUploads({ connection: { run, transaction }, dir, unsavedText, log }: Options) {
  const lookup = createLookup(async (path) => {
    const [row] = await run(
      (sql) => sql<{ bytes: Uint8Array }[]>`
        select bytes from site_upload where path = ${path} and bytes is not null`,
      LARGE_READ_MS,
    )
    if (!row) return undefined
    await realDisk.mkdir(dirname(join(dir, path)), { recursive: true })
    await replaceFile(join(dir, path), row.bytes)
    return true
  })

  /** Stores files of `dir`. */
  async function add(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const bytes = await readBytes(join(dir, path))
      await transaction(
        (tx) => tx`
          insert into site_upload (path, bytes) values (${path}, ${bytes})
          on conflict (path) do update set bytes = excluded.bytes, stored_at = now()`,
        limitFor(bytes.length),
      )
      lookup.expect(path)
    }
  }

  /** Writes a file that another replica has stored. Returns whether it did. */
  const fetch = async (path: string): Promise<boolean> => NAME.test(path) && (await lookup.find(path)) === true

  /** Deletes the bytes of files. The rows stay, so that the other replicas delete their files. */
  const remove = (paths: readonly string[]): Promise<unknown> =>
    transaction(
      (tx) => tx`
        update site_upload set bytes = null, stored_at = now()
        where path = any(string_to_array(${paths.join('\n')}, E'\n'))`,
    )

  /** Writes all files that other replicas have stored, and deletes what they have deleted. */
  async function sync(): Promise<void> {
    const rows = await run(
      (sql) => sql<{ path: string; isDeleted: boolean }[]>`
        select path, bytes is null as "isDeleted" from site_upload`,
    )
    for (const { path, isDeleted } of rows) {
      if (!NAME.test(path) || existsSync(join(dir, path)) !== isDeleted) continue
      if (isDeleted) await removeFile(join(dir, path)).catch(unlessMissing)
      else await fetch(path)
    }
  }

  /** Deleted images are rows with other names, which no replica writes to its disk. */
  const deleted: DeletedImages = {
    put: (id, path, bytes) =>
      transaction(
        (tx) => tx`
          insert into site_upload (path, bytes) values (${rowOf(id, path)}, ${bytes})
          on conflict (path) do update set bytes = excluded.bytes`,
        limitFor(bytes.length),
      ).then(() => {}),
    async paths(id) {
      const rows = await run(
        (sql) => sql<Row[]>`select path from site_upload where starts_with(path, ${rowOf(id, '')})`,
      )
      return rows.map(({ path }) => path.slice(rowOf(id, '').length))
    },
    async read(id, path) {
      const [row] = await run(
        (sql) => sql<{ bytes: Uint8Array }[]>`select bytes from site_upload where path = ${rowOf(id, path)}`,
        LARGE_READ_MS,
      )
      return row?.bytes ?? new Uint8Array()
    },
    remove: async (id) =>
      void (await run((sql) => sql`delete from site_upload where starts_with(path, ${rowOf(id, '')})`)),
    async ids() {
      const rows = await run((sql) => sql<Row[]>`select path from site_upload where starts_with(path, ${DELETED})`)
      return [...new Set(rows.map(({ path }) => path.split('/')[1] ?? ''))]
    },
  }

  async function deleteOld(): Promise<void> {
    await removeOldDeletions(deleted, new Date())
    const rows = await run(
      (sql) => sql<{ path: string }[]>`
        select path from site_upload where stored_at < now() - make_interval(days => ${LIFETIME_DAYS}::int)`,
    )
    if (rows.length === 0) return
    const used = new Set(mentionsIn(await unsavedText()).map(stemOf))
    const unused = rows.map(({ path }) => path).filter((path) => !used.has(stemOf(path)))
    await run(
      (sql) => sql`
        delete from site_upload where path = any(string_to_array(${unused.join('\n')}, E'\n'))
          and stored_at < now() - make_interval(days => ${LIFETIME_DAYS}::int)`,
    )
  }

  /** Deletes the rows of images that are in git by now, or in no text. Never throws. */
  const removeOld = () => deleteOld().catch((error) => log.error('old uploads not deleted', errorFields(error)))

  const timer = setInterval(removeOld, DAY_MS).unref()
  return { add, fetch, remove, sync, deleted, removeOld, close: () => clearInterval(timer) }
}
