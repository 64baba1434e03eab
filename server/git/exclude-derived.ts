import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { prefixOf, type Repository } from '#server/git/runner/repository.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { unlessMissing } from '#server/storage/files.ts'

type Options = { repository: Repository; publicDir: string; log: Log }

/**
 * Returns what adds the images that the site has made from those beside posts to `.git/info/exclude`: they are derived data, which
 * `git status` does not list. Each one by its name, because the images of the library, which are not derived, have such names, too.
 * `publicDir`: the folder of public files. The returned function never rejects.
 */
export function createDerivedImages({ repository, publicDir, log }: Options) {
  const file = join(repository.commonFolder, 'info', 'exclude')
  const mutex = createMutex()
  /** The rules of the file, as of the first image; other processes only add the same ones. */
  let known: Set<string> | undefined
  let folder: string | undefined

  async function read(): Promise<Set<string>> {
    folder = await prefixOf(repository, publicDir)
    const text = (await readFile(file, 'utf8').catch(unlessMissing)) ?? ''
    return new Set(text.split('\n'))
  }

  async function exclude(stem: string): Promise<void> {
    await repository.assertOwner()
    known ??= await read()
    const rule = `/${literal(`${folder ?? ''}${stem}`)}-*`
    if (folder === undefined || known.has(rule)) return
    await mkdir(join(repository.commonFolder, 'info'), { recursive: true })
    // Whoever edits the file may leave its last line without an end.
    const end = (await readFile(file, 'utf8').catch(unlessMissing))?.at(-1) ?? '\n'
    await appendFile(file, `${end === '\n' ? '' : '\n'}${rule}\n`)
    known.add(rule)
  }

  let hasWarned = false
  function warn(error: unknown): void {
    // The cause is the same for each of thousands of images.
    if (!hasWarned) log.warn('encoded images not excluded from git', errorFields(error))
    hasWarned = true
  }

  /** `stem`: the path of an image in the folder of public files, without its width (see `stemOf`). */
  return (stem: string): Promise<void> => mutex(() => exclude(stem)).catch(warn)
}

/** As git reads it in a pattern. */
const literal = (path: string) => path.replace(/[\\*?[]/g, '\\$&')
