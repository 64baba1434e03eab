import { tagEnd } from './jsx.ts'
import type { TagValues } from './template-tags.ts'

/** `<Name title="x">`, `<Name />` (`isEmpty`) or `</Name>`. `name`: in lower case; `written`: as in the text. */
export type ComponentTag = {
  name: string
  written: string
  length: number
  isClosing: boolean
  isEmpty: boolean
  values: TagValues
}

const NAME = /^<(\/?)([A-Z][\w.]*)/
/** A text, or an expression that is only a text, a name or a file. */
const ATTRIBUTE =
  /(?<![\w:-])([\w:-]+)=(?:"([^"]*)"|'([^']*)'|\{\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|require\(["']([^"']*)["']\)(?:\.default)?|([\w.]+))\s*\})/g

/** Reads the tag of a component at the start. `images`: the paths of the images that names stand for. */
export function componentTag(source: string, images: ReadonlyMap<string, string>): ComponentTag | undefined {
  const [start, slash, written = ''] = NAME.exec(source) ?? []
  const length = start ? tagEnd(source) : 0
  if (!start || length === 0) return undefined
  const named = new Map<string, string>()
  for (const [, key = '', ...texts] of source.slice(start.length, length).matchAll(ATTRIBUTE)) {
    const variable = texts.pop()
    const value = texts.find((one) => one !== undefined) ?? imageNamed(variable ?? '', images)
    if (value !== undefined) named.set(key.toLowerCase(), value)
  }
  return {
    name: written.toLowerCase(),
    written,
    length,
    isClosing: slash === '/',
    isEmpty: source[length - 2] === '/',
    values: { named, listed: [] },
  }
}

/** The path of an imported image, or a number. */
const imageNamed = (name: string, images: ReadonlyMap<string, string>) =>
  images.get(name.replace(/\.src$/, '')) ?? (/^\d+$/.test(name) ? name : undefined)

const IMAGE_IMPORT = /^import\s+(\w+)\s+from\s+["']([^"'\n]+\.(?:jpe?g|png|webp|gif))["']/gim

/** The images that lines of MDX import: their names, paths and indexes. */
export const importedImages = (source: string): [name: string, path: string, index: number][] =>
  [...source.matchAll(IMAGE_IMPORT)].map(({ 1: name = '', 2: path = '', index }) => [name, path, index])
