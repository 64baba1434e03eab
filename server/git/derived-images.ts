import { existsSync } from 'node:fs'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { prefixOf, type Repository } from '#server/git/runner/repository.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { createMutex } from '#server/lib/mutex.ts'
import { replaceFile, unlessMissing } from '#server/storage/files.ts'
import { DERIVED_FOLDER, DERIVED_FOLDERS } from '#server/storage/public-files.ts'

type Options = {
  repository: Repository
  publicDir: string
  /** Whether no save waits for its commit, which would need its files where they are. */
  isAllCommitted(): boolean
  log: Log
}

/** A rule for one image, of versions that stored such images among the uploads. */
const OLD_RULE = /^\/.*posts\/[0-9a-f]{32}-\*$/

/**
 * Returns what keeps the images that the site makes itself out of `git status`: a rule in `.git/info/exclude` for each of their
 * folders. Copies of images beside posts that earlier versions stored among the uploads are moved there. `publicDir`: the folder of public files. The
 * returned function never rejects.
 */
export function createDerivedImages({ repository, publicDir, isAllCommitted, log }: Options) {
  const file = join(repository.commonFolder, 'info', 'exclude')
  const mutex = createMutex()
  /** The path of `publicDir` in the checkout, once the rules are there. */
  let folder: string | undefined

  async function addRules(): Promise<string | undefined> {
    await repository.assertOwner()
    const prefix = await prefixOf(repository, publicDir)
    if (prefix === undefined) return
    const text = (await readFile(file, 'utf8').catch(unlessMissing)) ?? ''
    const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
    const rules = DERIVED_FOLDERS.map((name) => `/${literal(prefix)}${name}/`)
    const next = [...lines.filter((line) => !OLD_RULE.test(line)), ...rules.filter((rule) => !lines.includes(rule))]
    if (Bun.deepEquals(next, lines)) return prefix
    await mkdir(dirname(file), { recursive: true })
    await replaceFile(file, `${next.join('\n')}\n`)
    return prefix
  }

  async function claim(paths: readonly string[]): Promise<void> {
    folder ??= await addRules()
    const among = paths.filter((path) => existsSync(join(publicDir, path)))
    if (folder === undefined || among.length === 0 || !isAllCommitted()) return
    const prefix = folder
    const listed = await repository.git(['ls-files', '-z', '--', ...among.map((path) => prefix + path)])
    const tracked = new Set(listed.split('\0'))
    for (const path of among.filter((one) => !tracked.has(prefix + one))) {
      const derived = join(publicDir, DERIVED_FOLDER, path)
      await mkdir(dirname(derived), { recursive: true })
      await rename(join(publicDir, path), derived)
    }
  }

  let hasWarned = false
  function warn(error: unknown): void {
    // The cause is the same for each of thousands of images.
    if (!hasWarned) log.warn('encoded images not excluded from git', errorFields(error))
    hasWarned = true
  }

  /** `paths`: those of all widths of an image in the folder of public files; without any, only the rules are added. */
  return (paths: readonly string[]): Promise<void> => mutex(() => claim(paths)).catch(warn)
}

/** As git reads it in a pattern. */
const literal = (path: string) => path.replace(/[\\*?[]/g, '\\$&')
