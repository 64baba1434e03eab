import { describe, expect, test } from 'bun:test'
import { pasteCode } from '#client/admin/visual-editor/paste/paste-code.ts'
import { aParagraph } from './blocks.ts'
import { clipboardOf, viewOf } from './pasting.ts'
import { openVisualState } from './visual-state.ts'

const vsCode = (mode: string, plain: string) => ({
  plain,
  html: `<meta charset='utf-8'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: Consolas, 'Courier New', monospace;font-weight: normal;font-size: 14px;line-height: 19px;white-space: pre;"><div><span style="color: #569cd6;">…</span></div></div>`,
  'vscode-editor-data': JSON.stringify({ version: 1, isFromEmptySelection: false, multicursorText: null, mode }),
})
const inPre = (style: string, plain: string) => ({
  plain,
  html: `<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><pre style="${style}">…</pre></body></html>`,
})
const JETBRAINS = "background-color:#2b2b2b;color:#a9b7c6;font-family:'JetBrains Mono',monospace;font-size:9,8pt;"
const VISUAL_STUDIO = 'font-family:Cascadia Mono;font-size:13px;color:black;background:white;'

function paste(clipboard: Record<string, string>, text = '', select?: [number, number]) {
  const editor = openVisualState([aParagraph(text)])
  if (select) editor.select(...select)
  const isTaken = pasteCode(viewOf(editor), clipboardOf(clipboard))
  return { ...editor, isTaken, first: editor.doc().child(0) }
}

describe('code of an editor of programs', () => {
  test.each([
    ['TypeScript of VS Code', vsCode('typescript', 'if (a) {\n  b()\n}'), 'typescript', 'if (a) {\n  b()\n}'],
    [
      'Python of VS Code, with Windows line ends',
      vsCode('python', 'def a():\r\n    b()\r\n'),
      'python',
      'def a():\n    b()',
    ],
    ['React of VS Code, with tabs', vsCode('typescriptreact', '\t<p>\n\t\ta\n\t</p>'), 'tsx', '\t<p>\n\t\ta\n\t</p>'],
    ['one line of a shell script of VS Code', vsCode('shellscript', '  echo *'), 'sh', '  echo *'],
    ['IntelliJ', inPre(JETBRAINS, 'class A {\n    int b;\n}'), '', 'class A {\n    int b;\n}'],
    ['PyCharm', inPre(JETBRAINS, 'def a():\n    return 1\n'), '', 'def a():\n    return 1'],
    ['Visual Studio', inPre(VISUAL_STUDIO, '\tvar a = 1;\n\tb(a);'), '', '\tvar a = 1;\n\tb(a);'],
  ])('is a code block with its language and indentation: %s', (_, clipboard, language, text) => {
    const { first, isTaken, undo, doc } = paste(clipboard)
    expect([isTaken, first.type.name, first.attrs.language, first.textContent]).toEqual([
      true,
      'code_block',
      language,
      text,
    ])
    undo()
    expect(doc().textContent).toBe('')
  })

  test('is inline code where it is one line within a text', () => {
    const { doc } = paste(vsCode('typescript', '  totals()'), 'Run this now', [5, 9])
    expect(String(doc().child(0))).toBe('paragraph("Run ", code("totals()"), " now")')
  })

  test('is a block below the text where it has several lines', () => {
    const { doc } = paste(inPre(JETBRAINS, 'a\n b'), 'Run this')
    expect(doc().children.slice(0, 2).map(String)).toEqual(['paragraph("Run this")', 'code_block("a\\n b")'])
  })

  test.each([
    ['prose of VS Code', vsCode('markdown', '# Head\n\n- a')],
    ['a plain text of VS Code', vsCode('plaintext', 'a\nb')],
    ['a web page', { plain: 'a\nb', html: '<div style="font-family: Arial">a<br>b</div>' }],
    ['a plain text', { plain: 'a\n  b' }],
  ])('is not what %s is', (_, clipboard) => expect(paste(clipboard).isTaken).toBe(false))

  test('stays text in a code block', () => {
    const editor = openVisualState([{ type: 'code_block', attrs: { language: '' } }])
    expect(pasteCode(viewOf(editor), clipboardOf(vsCode('python', 'a\n  b')))).toBe(false)
  })
})
