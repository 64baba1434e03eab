import { describe, expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import { aParagraph } from './blocks.ts'
import { converting, openVisualEditor, textbox } from './open-visual-editor.tsx'

describe('the visual editor', () => {
  test('shows the text as blocks, with a toolbar and the number of words', async () => {
    const heading = { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Flour' }] }
    const { calls } = openVisualEditor(converting([heading, aParagraph('Buy it early.')]))
    const box = await textbox()
    expect(box.querySelector('h2')?.textContent).toBe('Flour')
    expect(box.getAttribute('aria-multiline')).toBe('true')
    expect(screen.getByRole('toolbar', { name: 'Formatting' })).toBeTruthy()
    expect(screen.getByText('4 words · 1 min read')).toBeTruthy()
    expect(calls('POST /api/writing/document')[0]?.json).toEqual({ format: 'md', content: 'The text.' })
  })

  test('says that a text could not be shown, and tries again', async () => {
    let fails = true
    const { user } = openVisualEditor({
      'POST /api/writing/document': () =>
        fails ? { status: 422, body: { message: 'No.' } } : { body: { blocks: [aParagraph('Here.')], lines: [1] } },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('The text could not be shown here. No.')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await textbox()).textContent).toBe('Here.')
  })

  test('inserts a table from the toolbar, and reports the text that the server writes', async () => {
    const { user, changes, calls } = openVisualEditor(
      converting([aParagraph('One.'), aParagraph('Two.')], 'With a table.'),
    )
    const box = await textbox()
    await user.click(screen.getByRole('button', { name: 'Table' }))
    expect(box.querySelectorAll('th').length).toBe(3)
    expect(screen.getByText('Table inserted.')).toBeTruthy()
    expect(screen.getByRole('toolbar', { name: 'Table' })).toBeTruthy()
    await waitFor(() => expect(changes).toEqual(['With a table.']))
    const [sent] = calls('POST /api/writing/text')
    expect(sent?.json).toMatchObject({ content: 'The text.', blocks: [0, { type: 'table' }, 1] })
  })
})
