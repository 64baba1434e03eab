import { describe, expect, test } from 'bun:test'
import { embedOf } from '#client/admin/visual-editor/commands/embeds.ts'
import { urlsIn } from '#client/admin/visual-editor/commands/link-urls.ts'
import { pasteUrl } from '#client/admin/visual-editor/paste/paste-url.ts'
import { aParagraph } from './blocks.ts'
import { clipboardOf, viewOf } from './pasting.ts'
import { ctrl, openVisualState } from './visual-state.ts'

const URL_OF_PAGE = 'https://example.com/flour?a=1&b=(2)'
const ESCAPED = URL_OF_PAGE.replace('&', '&amp;')
const link = (text: string, href = URL_OF_PAGE) => `<a href="${href.replace('&', '&amp;')}">${text}</a>`

/** What browsers and office programs put on the clipboard when a URL is copied. */
const clipboards: Record<string, { plain: string; html: string }> = {
  'the address bar of Chrome': { plain: URL_OF_PAGE, html: '' },
  'the address bar of Firefox, with a line end': { plain: `${URL_OF_PAGE}\n`, html: '' },
  'a link of Firefox': { plain: URL_OF_PAGE, html: link(ESCAPED) },
  'a link of Safari': { plain: URL_OF_PAGE, html: `<meta charset="utf-8"><span>${link(ESCAPED)}</span>` },
  Word: {
    plain: `${URL_OF_PAGE}\r\n`,
    html: `<html><head><style>p.MsoNormal {margin:0}</style></head><body><!--StartFragment--><p class=MsoNormal>${link(ESCAPED)}<o:p></o:p></p><!--EndFragment--></body></html>`,
  },
  'Google Docs': {
    plain: URL_OF_PAGE,
    html: `<b style="font-weight:normal" id="docs-internal-guid-1">${link(`<span>${ESCAPED}</span>`)}</b>`,
  },
  LibreOffice: { plain: URL_OF_PAGE, html: `<p style="line-height:100%">${link(ESCAPED)}</p>` },
  'a cell of a spreadsheet': { plain: URL_OF_PAGE, html: `<table><tr><td>${ESCAPED}</td></tr></table>` },
  'a text editor': { plain: `  ${URL_OF_PAGE}  `, html: '' },
}

function open(texts: string[], clipboard: { plain: string; html: string }) {
  const editor = openVisualState(texts.map(aParagraph))
  return { ...editor, paste: () => pasteUrl(viewOf(editor), clipboardOf(clipboard)) }
}

const hrefsIn = ({ doc }: Pick<ReturnType<typeof open>, 'doc'>) => {
  const found: string[] = []
  doc().descendants((node) => {
    for (const { attrs } of node.marks) found.push(`${node.text}|${attrs.href}`)
  })
  return found
}

describe('a pasted URL', () => {
  test.each(Object.entries(clipboards))('of %s links the selected words', (_, clipboard) => {
    const editor = open(['Buy flour early'], clipboard)
    editor.select(5, 10)
    expect(editor.paste()).toBe(true)
    expect([editor.doc().textContent, hrefsIn(editor)]).toEqual(['Buy flour early', [`flour|${URL_OF_PAGE}`]])
    editor.undo()
    expect(hrefsIn(editor)).toEqual([])
  })

  test.each(Object.entries(clipboards))('of %s is a link in a text and in an empty line', (_, clipboard) => {
    for (const text of ['See ', '']) {
      const editor = open([text], clipboard)
      expect(editor.paste()).toBe(true)
      expect(hrefsIn(editor)).toEqual([`${URL_OF_PAGE}|${URL_OF_PAGE}`])
    }
  })

  test('keeps the title of its page where the browser copies it, but links selected words', () => {
    const edge = { plain: URL_OF_PAGE, html: link('The price of flour') }
    expect(open(['See '], edge).paste()).toBe(false)
    const editor = open(['Buy flour early'], edge)
    editor.select(5, 10)
    expect([editor.paste(), hrefsIn(editor)]).toEqual([true, [`flour|${URL_OF_PAGE}`]])
  })

  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?si=x', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    ['https://player.vimeo.com/video/76979871', 'https://player.vimeo.com/video/76979871'],
  ])('%s is a video in an empty line, and a link after undo or in a text', (url, src) => {
    const editor = open([''], { plain: url, html: '' })
    editor.paste()
    expect(editor.doc().firstChild?.attrs.text).toBe(`<iframe src="${src}" allowfullscreen></iframe>`)
    editor.undo()
    expect(hrefsIn(editor)).toEqual([`${url}|${url}`])
    const inText = open(['See '], { plain: url, html: '' })
    inText.paste()
    expect(hrefsIn(inText)).toEqual([`${url}|${url}`])
  })

  test.each(['https://www.youtube.com/@bakers', 'https://vimeo.com/about', 'https://example.com/watch?v=dQw4w9WgXcQ'])(
    '%s is no video',
    (url) => expect(embedOf(url)).toBeUndefined(),
  )

  test.each(['ftp://example.com', 'https://', 'see https://example.com', 'javascript:alert(1)', 'https://a.example b'])(
    'is not what %p is',
    (plain) => expect(open([''], { plain, html: '' }).paste()).toBe(false),
  )
})

describe('URLs in a text', () => {
  test.each([
    ['See https://example.com/a.', ['https://example.com/a']],
    ['(https://example.com/a_(b))', ['https://example.com/a_(b)']],
    ['www.example.com, then “http://b.example/?q=1!”', ['https://www.example.com', 'http://b.example/?q=1']],
    ['me@www.example.com https:// http://…', []],
  ])('are found without what ends the sentence: %s', (text, hrefs) =>
    expect(urlsIn(text).map(({ href }) => href)).toEqual(hrefs),
  )

  test.each([
    ['a blank', (editor: ReturnType<typeof openVisualState>) => editor.type(' ')],
    ['Enter', (editor: ReturnType<typeof openVisualState>) => editor.press('Enter')],
  ])('become links when they are typed and %s follows', (_, end) => {
    const editor = openVisualState([aParagraph('See ')])
    editor.type('https://example.com/flour.')
    end(editor)
    editor.type('More')
    const [text] = hrefsIn(editor)
    expect([hrefsIn(editor).length, text]).toEqual([1, 'https://example.com/flour|https://example.com/flour'])
    editor.undoAll()
    expect(hrefsIn(editor)).toEqual([])
  })

  test('stay text in code', () => {
    const editor = openVisualState([
      { type: 'code_block', attrs: { language: '' }, content: [{ type: 'text', text: 'x' }] },
    ])
    editor.type(' https://example.com ')
    editor.press('Enter', ctrl)
    expect(hrefsIn(editor)).toEqual([])
  })
})
