import { basename, extname } from 'node:path'
import { ID_PATTERN } from '#contract/ids.ts'
import { badFile } from './bad-file.ts'

/** The id of a file: its base name (decision 7). Throws `BadFile` for a name that can be none. */
export function idOf(file: string): string {
  const id = basename(file, extname(file))
  if (!ID_PATTERN.test(id)) throw badFile('the file name must be lower-case letters, digits and hyphens')
  return id
}
