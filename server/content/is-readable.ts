import { checkName, decodeFile, isContentFile } from './decode-file.ts'
import { ContentFileError } from './file-error.ts'

/** Whether a content file with these bytes could be read. `file` is its path inside the content folder. */
export function isReadable(file: string, bytes: Uint8Array): boolean {
  if (!isContentFile(file)) return true
  try {
    checkName(file)
    decodeFile(file, bytes)
    return true
  } catch (error) {
    if (error instanceof ContentFileError) return false
    throw error
  }
}
