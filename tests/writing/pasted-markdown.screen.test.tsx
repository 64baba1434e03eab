import { describe, expect, test } from 'bun:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { looksLikeMarkdown } from '#client/admin/visual-editor/paste/markdown-offer.ts'
import { aParagraph } from './blocks.ts'
import { converting, openVisualEditor, textbox } from './open-visual-editor.tsx'

const heading = { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Flour' }] }
const MARKDOWN = '## Flour\n\nBuy it early.'

async function openAndPaste(plain: string, html = '') {
  const answers = converting([aParagraph('')])
  const editor = openVisualEditor({
    ...answers,
    'POST /api/writing/document': ({ json }) => ({
      body: {
        blocks: Object(json).content === MARKDOWN ? [heading, aParagraph('Buy it early.')] : [aParagraph('Bread')],
        lines: [1, 3],
        images: {},
      },
    }),
  })
  const box = await textbox()
  const data: Record<string, string> = { 'text/plain': plain, 'text/html': html }
  fireEvent.paste(box, {
    clipboardData: { files: [], types: Object.keys(data), getData: (type: string) => data[type] ?? '' },
  })
  return { ...editor, box }
}
const offer = () => screen.queryByRole('button', { name: 'Paste as Markdown' })

describe('pasted Markdown', () => {
  test('is text first, and becomes blocks when that is chosen, which can be undone', async () => {
    const { box, user } = await openAndPaste(MARKDOWN)
    expect(box.textContent).toContain('## Flour')
    await waitFor(() => expect(offer()).toBeTruthy())
    await user.click(offer() as HTMLElement)
    await waitFor(() => expect(box.querySelector('h2')?.textContent).toBe('Flour'))
    expect([offer(), box.textContent?.includes('##'), box.textContent?.includes('Bread')]).toEqual([null, false, true])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect([box.querySelector('h2'), box.textContent?.includes('## Flour')]).toEqual([null, true])
  })

  test('is offered no more after another change', async () => {
    const { user } = await openAndPaste(MARKDOWN)
    await waitFor(() => expect(offer()).toBeTruthy())
    await user.click(screen.getByRole('button', { name: 'Horizontal rule' }))
    await waitFor(() => expect(offer()).toBeNull())
  })

  test('and tab-separated lines stay text with Ctrl+Shift+V', async () => {
    const { box } = await openAndPaste('')
    fireEvent.keyDown(box, { key: 'V', ctrlKey: true, shiftKey: true })
    const getData = (type: string) => (type === 'text/plain' ? 'a\tb\nc\td' : '')
    fireEvent.paste(box, { clipboardData: { files: [], types: ['text/plain'], getData } })
    expect([box.querySelector('table'), box.textContent?.includes('c')]).toEqual([null, true])
    fireEvent.paste(box, { clipboardData: { files: [], types: ['text/plain'], getData } })
    expect(box.querySelector('table')).toBeTruthy()
  })

  test('is not offered beside HTML, which says what the text means', async () => {
    await openAndPaste(MARKDOWN, '<h2>Flour</h2><p>Buy it early.</p>')
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(offer()).toBeNull()
  })

  test.each([
    ['a heading', '# Head\ntext'],
    ['a list', '- one\n- two'],
    ['numbered items', '1. one\r\n2. two'],
    ['a fence', 'a\n```js\nlet x\n```'],
    ['a link', 'See [the oven](https://example.com).'],
    ['bold words', 'This is **very** good'],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |'],
    ['tasks', '- [ ] Flour'],
    ['a quote', '> one\n> two'],
  ])('is recognized by %s', (_, text) => expect(looksLikeMarkdown(text)).toBe(true))

  test.each([
    'Plain words.',
    'One - two - three',
    'C# and a #hashtag',
    '5 * 3 * 2 = 30',
    'a_b_c and f(x)[y] (z)',
    '- one line of a talk',
    '#1 of the week',
  ])('is not what %p is', (text) => expect(looksLikeMarkdown(text)).toBe(false))
})
