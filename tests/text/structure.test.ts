import { describe, expect, test } from 'bun:test'
import type { BlockJson } from '#contract/document.ts'
import { readDocument, writeDocument } from '#server/text/document/documents.ts'
import { edit, find, item, paragraph, replaceWords, text } from '#tests/writing/documents.ts'

const LIST = '- one\n- two\n- three\n'
const TABLE = '| a | b |\n|:--|---|\n| 1 | 2 |\n'

describe('blocks', () => {
  test('inserts a block with a blank line and leaves the others', () => {
    expect(edit('One\n\nTwo\n', (blocks) => blocks.splice(1, 0, paragraph('New')))).toBe('One\n\nNew\n\nTwo\n')
  })

  test('writes the first blocks of an empty text', () => {
    expect(writeDocument('', 'md', [paragraph('New'), paragraph('Second')])).toBe('New\n\nSecond')
  })

  test('deletes a block with one of its blank lines', () => {
    expect(edit('One\n\nTwo\n\n\nThree\n', (blocks) => blocks.splice(1, 1))).toBe('One\n\n\nThree\n')
    expect(edit('One\n\nTwo\n', (blocks) => blocks.splice(0, 1))).toBe('Two\n')
    expect(edit('One\n\nTwo\n', (blocks) => blocks.splice(1, 1))).toBe('One\n')
  })

  test('moves a block with its bytes', () => {
    expect(writeDocument('Setext\n======\n\nOne *a*\nwrapped\n\nTwo\n', 'md', [1, 0, 2])).toBe(
      'One *a*\nwrapped\n\nSetext\n======\n\nTwo\n',
    )
  })

  test('splits and joins paragraphs', () => {
    const split = edit('One *two* three\n', (blocks) => {
      blocks.splice(0, 1, paragraph('One ', text('two', 'em')), paragraph('three'))
    })
    expect(split).toBe('One *two*\n\nthree\n')
    expect(edit('One\n\ntwo\n', (blocks) => blocks.splice(0, 2, paragraph('One two')))).toBe('One two\n')
  })

  test('removes empty paragraphs, which Markdown does not have', () => {
    expect(edit('One\n', (blocks) => blocks.push(paragraph(), paragraph()))).toBe('One\n')
  })

  test('removes items without text that begin a list in an item', () => {
    const itemOf = (words: string) => (words === '' ? { ...item('x'), content: [paragraph()] } : item(words))
    const nested = (...words: string[]) => ({ type: 'bullet_list', content: words.map(itemOf) })
    const withNested = (...words: string[]) =>
      edit('- a\n', ([list]) => list?.content?.[0]?.content?.push(nested(...words)))
    expect(withNested('')).toBe('- a\n')
    expect(withNested('', 'b')).toBe('- a\n  - b\n')
    expect(withNested('b', '')).toBe('- a\n  - b\n  -\n')
  })

  test('joins lists that became neighbors', () => {
    expect(edit('- a\n\nText\n\n- b\n', (blocks) => blocks.splice(1, 1))).toMatch(/^- a\n+- b\n$/)
  })

  test('writes every new block in the style of the file', () => {
    const source = '* a\n* b\n\n~~~js\nx\n~~~\n\n***\n\n_em_ and __strong__\n'
    const saved = edit(source, (blocks) => {
      blocks.push({ type: 'code_block', attrs: { language: 'ts' }, content: [text('let a')] })
      blocks.push({ type: 'horizontal_rule' })
      blocks.push({ type: 'bullet_list', content: [item('new')] })
      blocks.push(paragraph(text('x', 'em'), ' ', text('y', 'strong')))
    })
    expect(saved).toBe(`${source.trimEnd()}\n\n~~~ts\nlet a\n~~~\n\n***\n\n* new\n\n_x_ __y__\n`)
  })

  test('writes quotes, callouts, footnotes and figures that are read again', () => {
    const added: BlockJson[] = [
      { type: 'blockquote', content: [paragraph('[!NOTE] is text'), paragraph('more')] },
      { type: 'callout', attrs: { kind: 'tip' }, content: [paragraph('A tip'), paragraph('more')] },
      paragraph('Text', { type: 'footnote_reference', attrs: { label: 'a' } }),
      { type: 'footnote_definition', attrs: { label: 'a' }, content: [paragraph('Note'), paragraph('more')] },
      { type: 'figure', attrs: { src: '/a.png', alt: 'A "jar"', title: null }, content: [text('The jar')] },
    ]
    const saved = writeDocument('First\n', 'md', [0, ...added])
    expect(saved).toBe(
      [
        'First',
        '> \\[!NOTE] is text\n>\n> more',
        '> [!TIP]\n> A tip\n>\n> more',
        'Text[^a]',
        '[^a]: Note\n\n    more',
        '<figure><img src="/a.png" alt="A &quot;jar&quot;"><figcaption>The jar</figcaption></figure>\n',
      ].join('\n\n'),
    )
    expect(readDocument(saved, 'md').slice(1)).toEqual(added)
  })
})

describe('headings and callouts', () => {
  test('writes text into an empty heading, and escapes nothing of what follows', () => {
    const saved = edit('##\n', (blocks) => {
      Object.assign(blocks[0] ?? {}, { content: [text('Flour')] })
      blocks.push(paragraph('Two: rye.'))
    })
    expect(saved).toBe('## Flour\n\nTwo: rye.\n')
  })

  test('changes the level of a heading only', () => {
    expect(edit('##  A *b* ##\n', ([heading]) => Object.assign(heading ?? {}, { attrs: { level: 3 } }))).toBe(
      '###  A *b* ##\n',
    )
  })

  test('keeps the source of a paragraph that becomes a heading', () => {
    const change = ([block]: BlockJson[]) => Object.assign(block ?? {}, { type: 'heading', attrs: { level: 2 } })
    expect(edit('A \\_b\\_ _c_\nwrapped\n', change)).toBe('## A \\_b\\_ _c_ wrapped\n')
  })

  test('changes the kind of a callout only', () => {
    expect(
      edit('> [!note]\n> *x*\n', ([callout]) => Object.assign(callout ?? {}, { attrs: { kind: 'caution' } })),
    ).toBe('> [!CAUTION]\n> *x*\n')
  })
})

describe('lists', () => {
  test('adds an item with the bullet of its siblings, and removes one', () => {
    expect(edit(LIST, ([list]) => list?.content?.splice(1, 0, item('new')))).toBe('- one\n- new\n- two\n- three\n')
    expect(edit(LIST, ([list]) => list?.content?.splice(0, 1))).toBe('- two\n- three\n')
    expect(edit('- a\n\n- b\n', ([list]) => list?.content?.push(item('c')))).toBe('- a\n\n- b\n\n- c\n')
  })

  test('counts on for a new item, keeps the numbers of others, and keeps the first number', () => {
    expect(edit('3. a\n4. b\n', ([list]) => list?.content?.push(item('c')))).toBe('3. a\n4. b\n5. c\n')
    expect(edit('1. a\n2. b\n3. c\n', ([list]) => list?.content?.splice(0, 1))).toBe('1. b\n3. c\n')
  })

  test('toggles a task', () => {
    const source = '- [ ] open\n- [x] done\n- none\n'
    const toggle = (index: number, checked: boolean | null) =>
      edit(source, ([list]) => Object.assign(list?.content?.[index] ?? {}, { attrs: { checked } }))
    expect(toggle(0, true)).toBe('- [x] open\n- [x] done\n- none\n')
    expect(toggle(1, false)).toBe('- [ ] open\n- [ ] done\n- none\n')
    expect(toggle(2, true)).toBe('- [ ] open\n- [x] done\n- [x] none\n')
    expect(toggle(1, null)).toBe('- [ ] open\n- done\n- none\n')
  })

  test('nests an item, also in a quote', () => {
    const nest = ([list]: BlockJson[] = []) => {
      const [second] = list?.content?.splice(1, 1) ?? []
      list?.content?.[0]?.content?.push({ type: 'bullet_list', content: second ? [second] : [] })
    }
    expect(edit(LIST, nest)).toBe('- one\n  - two\n- three\n')
    expect(edit('> - one\n> - two\n> - three\n', ([quote]) => nest(quote?.content))).toBe(
      '> - one\n>   - two\n> - three\n',
    )
  })

  test('adds a paragraph to an item of a list in a quote', () => {
    expect(edit('> - one\n> - two\n', (blocks) => find(blocks, 'list_item').content?.push(paragraph('more')))).toBe(
      '> - one\n>\n>   more\n> - two\n',
    )
  })
})

describe('code and tables', () => {
  test('changes a line of code only, with the indent of its list', () => {
    const source = '- item\n\n  ```js\n  let a\n  let b\n  ```\n'
    const saved = edit(source, (blocks) => {
      find(blocks, 'code_block').content = [text('let a\n\nlet c\nlet b')]
    })
    expect(saved).toBe('- item\n\n  ```js\n  let a\n\n  let c\n  let b\n  ```\n')
  })

  test('uses a longer fence for code with a fence in it', () => {
    const saved = edit('```\na\n```\n', (blocks) => {
      find(blocks, 'code_block').content = [text('a\n```\nb')]
    })
    expect(saved).toBe('````\na\n```\nb\n````\n')
  })

  test('adds a row, a cell text with a pipe, and a column', () => {
    const row = (one: string, two: string): BlockJson => ({
      type: 'table_row',
      content: [one, two].map((words) => ({ type: 'table_cell', content: [text(words)] })),
    })
    expect(edit(TABLE, ([table]) => table?.content?.push(row('3', 'x | y')))).toBe(`${TABLE}| 3 | x \\| y |\n`)
    expect(edit(TABLE, ([table]) => table?.content?.splice(1, 0, row('0', '0')))).toBe(
      '| a | b |\n|:--|---|\n| 0 | 0 |\n| 1 | 2 |\n',
    )
    expect(edit(TABLE, ([table]) => table?.content?.pop())).toBe('| a | b |\n|:--|---|\n')
    const wider = edit(TABLE, ([table]) => {
      for (const one of table?.content ?? []) one.content?.push({ type: one.content[0]?.type ?? '' })
    })
    expect(wider).toBe('| a | b | |\n| :--- | --- | --- |\n| 1 | 2 | |\n')
  })

  test('puts blanks around the text of a cell that was empty', () => {
    for (const empty of ['| a | |\n| --- | --- |\n', '| a |  |\n| --- | --- |\n']) {
      const saved = edit(empty, ([table]) =>
        Object.assign(table?.content?.[0]?.content?.[1] ?? {}, { content: [text('b')] }),
      )
      expect(saved).toBe('| a | b |\n| --- | --- |\n')
    }
  })
})

describe('marks', () => {
  const bold = (source: string, ...content: (string | BlockJson)[]) =>
    edit(source, (blocks) => blocks.splice(0, 1, paragraph(...content)))

  test('marks words and takes marks away', () => {
    expect(bold('one two three\n', 'one ', text('two', 'strong'), ' three')).toBe('one **two** three\n')
    expect(bold('one **two** three\n', 'one two three')).toBe('one two three\n')
    expect(bold('one **two** three\n', 'one ', text('two three', 'strong'))).toBe('one **two three**\n')
    expect(bold('**one** _two_\n', text('one', 'strong'), ' ', text('two', 'strong', 'em'))).toBe('**one** _**two**_\n')
  })

  test('moves blanks out of marks', () => {
    expect(bold('one two three\n', 'one', text(' two ', 'strong'), 'three')).toBe('one **two** three\n')
  })

  test('marks a part of a word, and words with punctuation at their ends', () => {
    const hard = ['a ', text('note:', 'strong'), 'b ', text('"c"', 'em'), 'd']
    const saved = bold('a note:b "c"d\n', ...hard)
    expect(readDocument(saved, 'md')).toEqual([paragraph(...hard)])
  })

  test('writes code with backticks and blanks', () => {
    for (const code of ['a`b', '`', ' a ', '``', 'a  b', ' a']) {
      expect(readDocument(bold('x\n', 'y ', text(code, 'code'), ' z'), 'md')).toEqual([
        paragraph('y ', text(code, 'code'), ' z'),
      ])
    }
  })
})

describe('typed text', () => {
  const typed = [
    ...[
      '# no heading',
      '- no list',
      '1. no list',
      '> no quote',
      '--- ',
      '=== x',
      '```',
      '~~~ x',
      '| a |',
      '[x]: y',
      ':::',
    ],
    ...[
      '*a*',
      '_a_',
      '**a',
      '`a`',
      '[a](b)',
      '![a](b)',
      '<b>a</b>',
      '&amp;',
      'a\\',
      '\\*',
      '~~a~~',
      '[^1]',
      '[ ] task',
    ],
    ...[
      'http://a.example/b',
      'www.a.example',
      'a@b.example',
      '<https://a.example>',
      '$$',
      '! [',
      'snake_case',
      '2 * 3 * 4',
      '[sic]',
    ],
  ]

  test.each(typed)('writes %p as text', (words) => {
    for (const format of ['md', 'mdx'] as const) {
      for (const [source, type] of [
        ['x\n', 'paragraph'],
        ['# x\n', 'heading'],
        ['- x\n', 'paragraph'],
        ['| x |\n|---|\n', 'table_header'],
      ] as const) {
        const saved = edit(source, (blocks) => replaceWords([find(blocks, type)], 'x', words), format)
        const [read] = readDocument(saved, format)
        expect(find(read ? [read] : [], type).content).toEqual([text(words.trim())])
      }
    }
  })

  test('writes what cannot be mistaken as it was typed', () => {
    expect(edit('x\n', (blocks) => replaceWords(blocks, 'x', '2 * 3, snake_case, [sic] & so < on!'))).toBe(
      '2 * 3, snake_case, [sic] & so < on!\n',
    )
  })
})
