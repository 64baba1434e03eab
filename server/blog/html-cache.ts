import { join } from 'node:path'
import { readText } from '#server/files/read-file.ts'
import { replaceUnsynced } from '#server/files/replace-file.ts'

/** Rendered texts kept in memory, in characters: about the newest thousand posts. */
const MEMORY_MAX_CHARACTERS = 4_000_000

/** Safe HTML by the hash of what it was made from: a bounded part in memory, all of it on the disk. Never throws: what cannot be kept is made again. */
export function createHtmlCache(dir: string, maxCharacters = MEMORY_MAX_CHARACTERS) {
  const recent = new Map<string, string>()
  let characters = 0

  function remember(key: string, html: string): void {
    forget(key)
    recent.set(key, html)
    characters += html.length
    for (const oldest of recent.keys()) {
      if (characters <= maxCharacters) return
      forget(oldest)
    }
  }

  function forget(key: string): void {
    characters -= recent.get(key)?.length ?? 0
    recent.delete(key)
  }

  async function get(key: string): Promise<string | undefined> {
    const html = recent.get(key) ?? (await readChecked(fileFor(dir, key)))
    if (html !== undefined) remember(key, html)
    return html
  }

  async function set(key: string, html: string): Promise<void> {
    remember(key, html)
    await replaceUnsynced(fileFor(dir, key), `${checksum(html)}\n${html}`).catch(() => {})
  }

  return { get, set }
}

const fileFor = (dir: string, key: string) => join(dir, key.slice(0, 2), `${key.slice(2)}.html`)

/** Not synced, so a power cut can leave an empty file under the right name: the first line says what must follow. */
const checksum = (html: string) => Bun.hash(html).toString(16)

async function readChecked(file: string): Promise<string | undefined> {
  const text = await readText(file).catch(() => '')
  const end = text.indexOf('\n')
  const html = text.slice(end + 1)
  return end > 0 && text.slice(0, end) === checksum(html) ? html : undefined
}
