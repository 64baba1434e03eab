import { IMAGE_MAX_BYTES } from '#contract/limits.ts'
import { sniff } from '#server/media/sniff.ts'
import type { PlainFileHead } from '#server/storage/read-regular-file.ts'
import { badFile } from './file-error.ts'

/** A picture beside a post, by its beginning: its bytes are read when they are kept. Throws `ContentFileError` for what is none. */
export function decodePicture(file: string, { head, size, changedMs }: PlainFileHead) {
  if (size > IMAGE_MAX_BYTES) throw badFile('this picture is larger than 10 MB')
  if (!sniff(head)) throw badFile('this is no JPEG, PNG, WebP or GIF picture, whatever its name says')
  const revision = new Bun.CryptoHasher('sha256').update(`${size} ${changedMs}`).digest('hex').slice(0, 32)
  return { kind: 'pictures', file, revision } as const
}
