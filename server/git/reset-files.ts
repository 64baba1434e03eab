import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContentStore } from '#server/content/content.ts'
import { ContentNotFoundError } from '#server/content/files/errors.ts'
import { type Repository, withLineFeeds } from '#server/git/runner/repository.ts'
import { errorFields, type Log } from '#server/lib/log.ts'

type Bytes = Uint8Array | null
/** A file on the branch before and after a commit; `null`: there is none. */
export type CommittedFile = { path: string; committed: Bytes; bytes: Bytes }

/** Whether a file of the checkout has this text, whatever its line ends. */
export async function isInCheckout({ root }: Repository, path: string, text: Bytes): Promise<boolean> {
  const found = await readFile(join(root, path)).catch(() => null)
  return isSameText(found, text)
}

const isSameText = (a: Bytes, b: Bytes) => withLineFeeds(a ?? undefined) === withLineFeeds(b ?? undefined)

type ResetOptions = { repository: Repository; content: Pick<ContentStore, 'change'>; prefix: string; log: Log }

/**
 * While commits wait, a person may reset the checkout (`git checkout --force`, `git stash`). Once the saves are committed, their
 * files get their texts back: otherwise the site would show old ones, and the next commit by hand would revert the saves.
 * `committed`: the files of these commits, in order. Never rejects.
 */
export async function restoreResetFiles(
  committed: readonly CommittedFile[],
  { repository, content, prefix, log }: ResetOptions,
): Promise<void> {
  const changes = new Map<string, { before: Bytes; after: Bytes }>()
  for (const { path, committed: old, bytes: after } of committed)
    if (path.startsWith(prefix)) {
      const { before } = changes.get(path) ?? { before: old }
      changes.set(path, { before, after })
    }
  const reset: { path: string; before: Bytes; after: Bytes }[] = []
  for (const [path, { before, after }] of changes)
    if (!isSameText(before, after) && (await isInCheckout(repository, path, before)))
      reset.push({ path, before, after })
  if (reset.length === 0) return
  try {
    await content.change(async (tx) => {
      for (const { path, before, after } of reset) {
        const file = path.slice(prefix.length)
        if (!isSameText(await tx.readBytes(file).catch(unlessGone), before)) continue
        log.warn('saved text restored: the checkout was reset', { file })
        if (after) tx.write(file, after)
        else tx.remove(file)
      }
    })
  } catch (error) {
    log.warn('saved text not restored in a checkout that was reset', errorFields(error))
  }
}

function unlessGone(error: unknown): null {
  if (error instanceof ContentNotFoundError) return null
  throw error
}
