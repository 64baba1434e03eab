import { readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#server/http/log.ts'
import { realDisk } from '#server/storage/disk.ts'
import { createFailureLog } from '#server/storage/failure-log.ts'
import { readText } from '#server/storage/read-file.ts'
import { replaceUnsynced } from '#server/storage/replace-file.ts'

/** Rendered texts kept in memory, in characters: about two hundred posts. */
const MEMORY_MAX_CHARACTERS = 1_000_000

/** What no post is made of any more stays for this long after it was last read: an old version, or a preview. */
const UNUSED_MS = 7 * 24 * 60 * 60 * 1000
/** How old the time of a file may be that is still in use. */
const TOUCHED_EVERY_MS = 24 * 60 * 60 * 1000
const FOLDERS = /^[0-9a-f]{2}$/

type HtmlCacheOptions = { maxCharacters?: number; log?: Log | undefined }

/** Safe HTML by the hash of what it was made from: a bounded part in memory, all of it on the disk. Never throws: what cannot be kept is made again. */
export function createHtmlCache(dir: string, { maxCharacters = MEMORY_MAX_CHARACTERS, log }: HtmlCacheOptions = {}) {
  const failures = createFailureLog(log, 'rendered HTML')
  /** Half of what may be kept each; what nobody asks for while one fills is dropped with the other. One map would look at all that left it to find its oldest. */
  let recent = new Map<string, string>()
  let older: typeof recent = new Map()
  let characters = 0

  function remember(key: string, html: string): void {
    if (recent.has(key)) return
    recent.set(key, html)
    characters += html.length
    if (characters <= maxCharacters / 2) return
    older = recent
    recent = new Map()
    characters = 0
  }

  async function get(key: string): Promise<string | undefined> {
    const known = recent.get(key) ?? older.get(key)
    const html = known ?? (await readChecked(fileFor(dir, key)))
    if (html === undefined) return undefined
    if (known === undefined) touch(fileFor(dir, key))
    remember(key, html)
    return html
  }

  async function set(key: string, html: string): Promise<void> {
    remember(key, html)
    await replaceUnsynced(fileFor(dir, key), `${checksum(html)}\n${html}`).then(failures.succeeded, failures.failed)
  }

  /** Deletes what is neither one of these keys nor was read or written in the last week. Gives how many files that were. */
  async function prune(inUse: ReadonlySet<string>, now = Date.now()): Promise<number> {
    let gone = 0
    for (const folder of (await readdir(dir).catch(() => [])).filter((name) => FOLDERS.test(name))) {
      for (const name of await readdir(join(dir, folder)).catch(() => [])) {
        if (inUse.has(folder + name.replace(/\.html$/, ''))) continue
        const file = join(dir, folder, name)
        if (await isYounger(file, now - UNUSED_MS)) continue
        await realDisk.unlink(file).then(
          () => gone++,
          () => {},
        )
      }
    }
    return gone
  }

  return { get, set, prune }
}

/** Nobody waits for it. */
function touch(file: string): void {
  const now = new Date()
  isYounger(file, now.getTime() - TOUCHED_EVERY_MS)
    .then((fresh) => (fresh ? undefined : utimes(file, now, now)))
    .catch(() => {})
}

const isYounger = (file: string, thanMs: number) =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs > thanMs,
    () => true,
  )

const fileFor = (dir: string, key: string) => join(dir, key.slice(0, 2), `${key.slice(2)}.html`)

/** Not synced, so a power cut can leave an empty file under the right name: the first line says what must follow. */
const checksum = (html: string) => Bun.hash(html).toString(16)

async function readChecked(file: string): Promise<string | undefined> {
  const text = await readText(file).catch(() => '')
  const end = text.indexOf('\n')
  const html = text.slice(end + 1)
  return end > 0 && text.slice(0, end) === checksum(html) ? html : undefined
}
