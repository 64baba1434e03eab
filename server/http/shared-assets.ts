import { type Connection, LARGE_READ_MS, limitFor } from '#server/database/connection.ts'
import { DAY_MS } from '#server/lib/clock.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createLookup } from '#server/lib/lookup.ts'

/** A file of a build, as URL path; its name contains the hash of the content. */
const NAME =
  /^(?:code\/[a-z0-9-]{1,80}-[a-z0-9]{8,10}\.(?:css|js|svg)|static\/[a-z0-9-]{1,80}\.[0-9a-f]{10}\.(?:ico|png|svg|woff2))$/
/** Pages of this version name files that other replicas do not have yet. */
const RETRY_MS = 2_000
/** No version is still in use, and no page of it open, so long after its last start. */
const UNUSED_DAYS = 14
/** Of other versions, in memory. */
const CACHE_MAX_BYTES = 16_000_000

type Bytes = Uint8Array<ArrayBuffer>
/** A file in each of its encodings. Fonts and images are not compressed. */
export type AssetFile = { identity: Bytes; br: Bytes | null; zstd: Bytes | null; gzip: Bytes | null }
export type SharedAssets = ReturnType<typeof createSharedAssets>

/**
 * The built files of all versions that are running, in PostgreSQL: during a deploy, a page of one version asks replicas of
 * the other one for its files.
 */
export function createSharedAssets({ connection: { run }, log }: { connection: Connection; log: Log }) {
  const cache = new Map<string, AssetFile>()
  let cachedBytes = 0
  let timer: Timer | undefined
  let isClosed = false
  let hasFailed = false

  const lookup = createLookup(async (path) => {
    const [row] = await run(
      (sql) => sql<AssetFile[]>`select identity, br, zstd, gzip from site_asset where path = ${path}`,
      LARGE_READ_MS,
    )
    if (row) remember(path, row)
    return row
  })

  function remember(path: string, file: AssetFile): void {
    cache.set(path, file)
    cachedBytes += sizeOf(file)
    for (const [oldPath, old] of cache) {
      if (cachedBytes <= CACHE_MAX_BYTES) return
      cache.delete(oldPath)
      cachedBytes -= sizeOf(old)
    }
  }

  /** Stores the files of this version. Throws `StorageError`. `read` reads a file by its path. */
  async function store(paths: readonly string[], read: (path: string) => Promise<AssetFile>): Promise<void> {
    const own = paths.join('\n')
    const known = await run(
      (sql) => sql<{ path: string }[]>`
        update site_asset set used_at = now() where path = any(string_to_array(${own}, E'\n')) returning path`,
    )
    const stored = new Set(known.map(({ path }) => path))
    for (const path of paths) {
      if (stored.has(path)) continue
      const file = await read(path)
      const { identity, br, zstd, gzip } = file
      await run(
        (sql) => sql`
          insert into site_asset (path, identity, br, zstd, gzip) values (${path}, ${identity}, ${br}, ${zstd}, ${gzip})
          on conflict (path) do update set used_at = now()`,
        limitFor(sizeOf(file)),
      )
    }
    await run((sql) => sql`delete from site_asset where used_at < now() - make_interval(days => ${UNUSED_DAYS}::int)`)
  }

  /** Stores the files of this version now and every day; tried again while the database is away. Never throws. */
  async function publish(...files: Parameters<typeof store>): Promise<void> {
    const pause = await store(...files).then(
      () => {
        hasFailed = false
        return DAY_MS
      },
      (error) => {
        if (!hasFailed) log.warn('built files not shared', errorFields(error))
        hasFailed = true
        return RETRY_MS
      },
    )
    if (!isClosed) timer = setTimeout(() => publish(...files), pause).unref()
  }

  return {
    publish,
    /** Returns a file of another version. Throws `StorageError` and `UnavailableError`. */
    find: async (path: string): Promise<AssetFile | undefined> =>
      NAME.test(path) ? (cache.get(path) ?? lookup.find(path)) : undefined,
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

const sizeOf = ({ identity, br, zstd, gzip }: AssetFile): number =>
  [identity, br, zstd, gzip].reduce((sum, bytes) => sum + (bytes?.byteLength ?? 0), 0)
