const repeat = (unit: string) => (characters: number) => unit.repeat(Math.ceil(characters / unit.length))

/** Markdown and HTML that has made content parsers slow: repeated unit → a text of the given length. */
export const worstBodies: Readonly<Record<string, (characters: number) => string>> = {
  backticks: repeat('`'),
  'runs of backticks': (characters) => {
    let text = ''
    for (let length = 1; text.length < characters; length++) text += `${'`'.repeat(length)} `
    return text
  },
  'open fences': repeat('~~~\n```\n'),
  'open comments': repeat('<!--'),
  'open brackets': repeat('['),
  'open links': repeat('[]('),
  'links with open titles': repeat('[a](b "'),
  'links with spaces': (characters) => `[a](${' '.repeat(characters)}`,
  pictures: repeat('![a](b.png)\n'),
  definitions: repeat('[a]: b.png\r'),
  'open tags with quotes': repeat('<a "\''),
  'open values': repeat('<img src="'),
  'one long attribute': (characters) => `<a ${'-'.repeat(characters)}>`,
  'open scripts': repeat('<script>'),
  headings: repeat('# a\n'),
  digits: repeat('1'),
  entities: repeat('&a'),
  underscores: repeat('_a'),
  'white space': repeat(' \t'),
}
