import { join } from 'node:path'
import { createContentFolder } from '#server/content/files/content-files.ts'
import { decodeFile } from '#server/content/files/decode-file.ts'
import { newName } from '#server/content/files/term-file.ts'
import { missingTermFiles } from '#server/content/snapshot/post-terms.ts'
import { readAll } from '#server/content/snapshot/read-files.ts'
import { buildSnapshot } from '#server/content/snapshot/snapshot.ts'
import { ContentFileError } from '#server/text/front-matter/content-file-error.ts'

/**
 * Creates files of the categories and tags that only posts name, and returns a line about each. Never overwrites a file: an
 * invalid one has an id that looks free. Throws `InvalidContentFolderError` where `site.yml` or `plans.yml` cannot be read.
 */
export async function createTermFiles(dir: string): Promise<string[]> {
  const folder = createContentFolder(dir)
  const files = await readAll({ dir, folder })
  const lines: string[] = []
  for (const [file, name] of missingTermFiles(buildSnapshot(dir, files))) {
    if (files.has(file)) continue
    const text = newName(name)
    const reason = flawIn(file, text)
    if (reason === undefined) await (await folder.stage(file, text)).put()
    lines.push(`${join(dir, file)}: ${reason === undefined ? 'created' : `not created: ${reason}`}`)
  }
  return lines
}

function flawIn(file: string, text: string): string | undefined {
  try {
    decodeFile(file, new TextEncoder().encode(text))
    return undefined
  } catch (error) {
    if (error instanceof ContentFileError) return error.message
    throw error
  }
}
