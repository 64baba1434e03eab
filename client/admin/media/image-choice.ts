import { IMAGE_MAX_BYTES } from '#contract/limits.ts'

const MEGABYTE = 1024 * 1024
/** Decision 15: what the server can read. It looks at the content; here only the declared type is known. */
const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/** Why a file cannot be the featured image, as a sentence, or `undefined` when it can (§5, decision 15). */
export function imageProblem(file: File): string | undefined {
  if (!file.type.startsWith('image/')) return 'This file is not an image. Choose a JPEG, PNG, WebP or GIF.'
  if (!ACCEPTED_TYPES.includes(file.type)) return 'This kind of image cannot be used. Choose a JPEG, PNG, WebP or GIF.'
  if (file.size > IMAGE_MAX_BYTES)
    return `The image is larger than ${IMAGE_MAX_BYTES / MEGABYTE} MB. Choose a smaller one.`
  return undefined
}

/** The last part of a stored path: what the picker shows as the current file. */
export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
