import anyAscii from 'any-ascii'
import { normalize, slugOf } from './words.ts'

/**
 * Makes the id of what the site creates: posts, categories, tags and authors of the dashboard, the API and imports. Other
 * scripts are written as they sound, "C#" is `c-sharp`. Existing names are read by `wantedId` and `termId`, whose results are
 * URLs and never change. Returns `fallback` when nothing is left.
 */
export function makeId(name: string, fallback: string): string {
  const words = spelledOut(name)
  return portableId((isInLatin(words) && slugOf(words, '')) || slugOf(inAscii(words), '') || fallback)
}

const spelledOut = (name: string) =>
  name.replace(/(?<=\p{L})\+\+(?!\+)/gu, ' plus plus ').replace(/(?<=\p{L})#(?![\p{L}\p{N}])/gu, ' sharp ')

/** Whether `slugOf` loses no letter or digit. */
const isInLatin = (name: string) =>
  !/[^\0-\x7f]/.test((normalize(name.normalize('NFKD')).match(/[\p{L}\p{N}]+/gu) ?? []).join(''))

const inAscii = (name: string) => anyAscii(name.normalize('NFC')).replaceAll('`', '')

/** Windows cannot check out a file of this name, with any extension. */
const isDeviceName = (name: string) => /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(name)

/** The id, with a suffix where Windows cannot check out its file. */
export const portableId = (id: string): string => (isDeviceName(id) ? `${id}-2` : id)

/** Why Windows cannot check out a file or folder of this name; `undefined` if it can. */
export function windowsProblem(name: string): string | undefined {
  const [stem = ''] = name.toLowerCase().split('.')
  if (isDeviceName(stem.trim())) return `Windows reserves the name "${stem.trim()}"`
  if (/[. ]$/.test(name)) return 'on Windows, no name ends with a dot or a blank'
  // Control characters, too: such names come from other systems.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: see above.
  if (/[<>:"\\|?*\x00-\x1f]/.test(name)) return 'Windows allows no <>:"\\|?* and no control characters in names'
}
