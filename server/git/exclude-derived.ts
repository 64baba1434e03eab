import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Repository } from '#server/git/runner/repository.ts'
import { errorFields, type Log } from '#server/lib/log.ts'
import { unlessMissing } from '#server/storage/files.ts'

/** Encoded images have the hash of what they were made from in their names. */
const NAMES = `${'[0-9a-f]'.repeat(32)}-*.webp`

/**
 * Encoded copies of images beside posts are derived data in the folder of uploads: `git status` does not list them. Uploads have
 * such names, too, and are still committed, because the site creates them. `folder`: that of public files, as git names
 * it. Never rejects.
 */
export async function excludeDerivedImages({ assertOwner, commonFolder }: Repository, folder: string, log: Log) {
  const file = join(commonFolder, 'info', 'exclude')
  const rule = `/${folder}posts/${NAMES}`
  try {
    await assertOwner()
    const text = (await readFile(file, 'utf8').catch(unlessMissing)) ?? ''
    if (text.split('\n').includes(rule)) return
    await mkdir(join(commonFolder, 'info'), { recursive: true })
    const start = text === '' || text.endsWith('\n') ? '' : '\n'
    await appendFile(file, `${start}# Made again from the images beside posts\n${rule}\n`)
  } catch (error) {
    log.warn('encoded images not excluded from git', errorFields(error))
  }
}
