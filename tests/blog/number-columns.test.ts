import { describe, expect, test } from 'bun:test'
import { renderHtml } from '#server/blog/render/render-worker.ts'

/** The alignment and the text of each cell, by row. */
const cellsOf = (format: 'md' | 'html', text: string) =>
  [...renderHtml(format, text).matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh](?: align="(\w+)")?[^>]*>(.*?)<\/t/gs)].map(([, align, cell]) => `${align ?? '-'} ${cell}`),
  )

describe('the numbers of a table', () => {
  test('are aligned to the right with their heading, in Markdown and in HTML', () => {
    const rows = [
      ['- Cost', 'right Dollars', '- Where'],
      ['- Duty', 'right 1,860', '- Port'],
      ['- Sum', 'right <strong>$23,040.50</strong>', '- 7 am'],
      ['- Rest', 'right –', '- 3'],
    ]
    const markdown =
      '| Cost | Dollars | Where |\n|-|-|-|\n| Duty | 1,860 | Port |\n| Sum | **$23,040.50** | 7 am |\n| Rest | – | 3 |\n'
    expect(cellsOf('md', markdown)).toEqual(rows)
    const html = rows.map(
      (cells, index) =>
        `<tr>${cells.map((cell) => `<t${index ? 'd' : 'h'}>${cell.replace(/^\w*-? /, '')}`).join('')}</tr>`,
    )
    expect(cellsOf('html', `<table>${html.join('')}</table>`)).toEqual(rows)
  })

  test('keep the alignment that the author chose', () => {
    expect(cellsOf('md', '| A |\n|:-|\n| 1 |\n')).toEqual([['left A'], ['left 1']])
  })

  test('stay as they are where cells span others, and where a column has only headings or nothing', () => {
    const html =
      '<table><tr><th>1</th><td></td></tr></table><table><tr><td colspan="2">1</td></tr><tr><td>2</td><td>3</td></tr></table>'
    expect(renderHtml('html', html)).not.toContain('align')
  })
})
