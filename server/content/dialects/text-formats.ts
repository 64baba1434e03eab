/** The files that are posts. */
const POST = /\.(?:md|markdown|mdx|html?)$/i

export const isPostName = (path: string): boolean => POST.test(path)
export const withoutPostExtension = (path: string): string => path.replace(POST, '')

const PANDOC = 'convert them to Markdown (pandoc -t gfm) with front matter'
/** Texts that other systems publish and this site does not read: their names by extension, and what to do. */
const UNREAD: readonly (readonly [extensions: readonly string[], name: string, advice: string])[] = [
  [['mkdn', 'mkd', 'mdown', 'mkdown', 'mdwn', 'text'], 'Markdown', 'rename them to .md'],
  [['adoc', 'asciidoc', 'asc'], 'AsciiDoc', 'convert them to Markdown (downdoc) with front matter'],
  [['org'], 'Org mode', PANDOC],
  [['rst', 'rest'], 'reStructuredText', PANDOC],
  [['textile'], 'Textile', PANDOC],
  [['wiki', 'mediawiki'], 'MediaWiki', PANDOC],
  [['tex', 'latex'], 'LaTeX', PANDOC],
  [['typ'], 'Typst', PANDOC],
  [['docx', 'odt', 'rtf'], 'word processors', PANDOC],
  [['ipynb'], 'Jupyter', 'convert them to Markdown (jupyter nbconvert --to markdown) with front matter'],
  [['qmd', 'rmd'], 'Quarto and R Markdown', 'render them to Markdown (quarto render --to gfm), and rename them to .md'],
  [
    ['njk', 'liquid', 'pug', 'haml', 'hbs', 'ejs', 'erb', 'slim', 'gmi', 'pandoc', 'pdc', 'xhtml', 'dj'],
    'other kinds',
    'write them as Markdown or HTML with front matter',
  ],
]
const byExtension = new Map(
  UNREAD.flatMap(([extensions, name, advice]) => extensions.map((extension) => [extension, { name, advice }] as const)),
)

/** What a text is that is not read, and what to do: `files of Org mode (.org): …`; `undefined` for any other file. */
export function unreadText(path: string): string | undefined {
  const [, extension = ''] = /\.([a-z]+)$/i.exec(path) ?? []
  const found = byExtension.get(extension.toLowerCase())
  return found && `files of ${found.name} (.${extension.toLowerCase()}) are not read: ${found.advice}`
}
