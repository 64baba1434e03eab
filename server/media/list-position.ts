import { ValidationError } from '#server/lib/errors.ts'

/** Where an image is in the list of the library: those of the asked post first, then the newest. */
export type ListPosition = {
  isOwn: boolean
  changedMs: number
  file: string
}

export const comparePositions = (a: ListPosition, b: ListPosition): number =>
  Number(b.isOwn) - Number(a.isOwn) || b.changedMs - a.changedMs || (a.file < b.file ? -1 : 1)

/** As text for the parameter `after`. It stays valid when the image is deleted. */
export const encodePosition = ({ isOwn, changedMs, file }: ListPosition): string =>
  [Number(isOwn), changedMs, file].join(' ')

/** Throws `ValidationError`. */
export function decodePosition(text: string): ListPosition {
  const [, own, changedMs, file = ''] = /^([01]) (\d{1,15}(?:\.\d{1,20})?) (.+)$/.exec(text) ?? []
  if (own === undefined) throw new ValidationError({ after: { message: 'Send the `next` of the page before.' } })
  return { isOwn: own === '1', changedMs: Number(changedMs), file }
}
