/** The only kinds of file that have a URL under /storage/. What is not listed here does not exist there. */
const types: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  vtt: 'text/vtt; charset=utf-8',
  woff2: 'font/woff2',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
}

/** Kept by the visitor instead of shown: a document is nobody's page (§2, Terms Of Use). */
const DOCUMENT = /\.(pdf|txt)$/

/** Folders and one file name; no dot in front, nothing percent-encoded, nothing to climb with. */
const STORED_PATH = /^(?:[A-Za-z0-9][A-Za-z0-9._-]{0,127}\/){0,8}[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/
/** What our pictures are named by: 32 hexadecimal digits of the hash of their bytes. */
const CONTENT_HASH = /(?:^|[-.])[0-9a-f]{32}[-.]/

/** Whether such a path may be looked up at all. */
export const isStoredPath = (path: string) => path.length <= 512 && STORED_PATH.test(path) && typeOf(path) !== undefined

export const typeOf = (path: string): string | undefined => {
  const extension = /\.([a-z0-9]+)$/.exec(path)?.[1]
  return extension !== undefined && Object.hasOwn(types, extension) ? types[extension] : undefined
}

export const isDocument = (path: string) => DOCUMENT.test(path)

export const isNamedByContent = (path: string) => CONTENT_HASH.test(path.slice(path.lastIndexOf('/') + 1))
