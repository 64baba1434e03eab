import { stringify } from 'yaml'

const disabledEngine = {
  parse(): object {
    throw new Error('Front matter is YAML here.')
  },
}

/**
 * Always hand these to gray-matter. Without options it caches by text: a broken file throws once and is silently empty the
 * next time. Its own engines run `---js` front matter, and rewrite dates.
 */
export const matterOptions = {
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
