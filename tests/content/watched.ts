import { afterEach } from 'bun:test'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ContentStore } from '#server/content/content.ts'
import { createContentFolder } from '#server/content/files/content-files.ts'
import type { Snapshot } from '#server/content/snapshot/snapshot.ts'
import { createContent } from '#server/content/store.ts'
import { type Timing, watchContent } from '#server/content/watch-content.ts'
import { eventually } from '#tests/helpers/eventually.ts'
import { contentDir, type Given, silent } from './content-dir.ts'

/** So long that only a file system event can have caused a scan. */
export const NEVER_MS = 1_000_000

type Wanted = Partial<Timing> & {
  /** The content folder has its own parent folder. */
  deep?: boolean
  /** Intercepts the watcher's reads of files. */
  reading?: (reload: ContentStore['reload'], dir: string) => ContentStore['reload']
}

/** Watched content of a folder with these files. `swaps` are all later snapshots in order. */
export async function watched(files: Given = {}, { deep = false, reading, ...timing }: Wanted = {}) {
  const dir = deep ? await deeper(await contentDir(files)) : await contentDir(files)
  const signatures = await createContentFolder(dir).signatures()
  const content = await createContent({ dir, log: silent })
  const swaps: Snapshot[] = []
  content.onChange((_, after) => void swaps.push(after))
  const watch = watchContent({
    content: reading ? { ...content, reload: reading(content.reload, dir) } : content,
    dir,
    log: silent,
    signatures,
    timing: { debounceMs: 50, maxWaitMs: 5_000, lockMaxMs: 10_000, pollMs: NEVER_MS, ...timing },
  })
  return {
    dir,
    content,
    swaps,
    async close() {
      await watch.close()
      if (deep) await rm(dirname(dir), { recursive: true, force: true })
    },
    path: (file: string) => join(dir, file),
    /** Writes a file in place, as some editors do. */
    async write(file: string, text: string) {
      await mkdir(dirname(join(dir, file)), { recursive: true })
      await writeFile(join(dir, file), text)
    },
    /** Waits until the content matches. */
    until: (isSo: (now: Snapshot) => boolean) => eventually(content.snapshot, isSo),
  }
}

/** Returns a function that creates such content; each is closed after its test. */
export function watchedSites() {
  const sites: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const site of sites.splice(0)) await site.close()
  })
  return async (...given: Parameters<typeof watched>) => {
    const site = await watched(...given)
    sites.push(site)
    return site
  }
}

async function deeper(dir: string): Promise<string> {
  const above = await mkdtemp(join(tmpdir(), 'above-'))
  await rename(dir, join(above, 'content'))
  return join(above, 'content')
}
