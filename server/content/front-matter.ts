import matter from 'gray-matter'
import { stringify } from 'yaml'

const disabledEngine = {
  parse(): object {
    throw new Error('Front matter must be YAML.')
  },
}

/**
 * Always pass these options: without them gray-matter caches by text, so that a broken file throws once and is silently
 * empty the next time. Its own engines execute `---js` front matter and rewrite dates.
 */
const options = {
  language: 'yaml',
  engines: {
    yaml: {
      parse: (text: string): object => Object(Bun.YAML.parse(text)),
      stringify: (fields: object) => stringify(fields, { lineWidth: 0 }),
    },
    json: disabledEngine,
    js: disabledEngine,
    javascript: disabledEngine,
    coffee: disabledEngine,
    cson: disabledEngine,
    toml: disabledEngine,
  },
}

/** Parses the front matter of a text that ends after it: gray-matter copies its whole input. Throws for invalid YAML. */
export const parseFrontMatter = (head: string): object => matter(head, options).data

/** Passes an object: gray-matter would parse a string again, and execute a body that begins with `---js`. */
export const stringifyFrontMatter = (fields: object, body: string): string =>
  matter.stringify({ content: `\n${body}` }, fields, options)
