import { describe, expect, test } from 'bun:test'
import { fireEvent, screen } from '@testing-library/react'
import { pagePaths } from '#contract/paths.ts'
import { inSourceEditor } from './open-source-editor.tsx'
import { answers, draft, ofPost, open, press, title } from './open-writing-page.tsx'

const altShift = { altKey: true, shiftKey: true }

async function openDraft() {
  const page = await open(pagePaths.adminEdit(draft.id), ofPost(draft, answers()))
  await screen.findByText('Draft')
  return page
}

/** The text box of the source editor, which is loaded later. */
async function textbox() {
  for (;;) {
    const box = inSourceEditor(document.body, '[role=textbox]')
    if (box) return box
    await screen.findByText(/min read/)
  }
}

describe('Alt+Shift+P on the writing page', () => {
  test('asks before publishing, whatever letter the keyboard sends, and types none', async () => {
    await openDraft()
    for (const key of ['P', 'π', '∏', 'З'])
      expect(fireEvent.keyDown(title(), { key, code: 'KeyP', ...altShift })).toBe(false)
    expect(await screen.findByRole('dialog', { name: 'Publish this post?' })).toBeTruthy()
  })

  test('asks from the text, too', async () => {
    await openDraft()
    expect(fireEvent.keyDown(await textbox(), { key: '∏', code: 'KeyP', ...altShift, composed: true })).toBe(false)
    expect(await screen.findByRole('dialog', { name: 'Publish this post?' })).toBeTruthy()
  })

  test('leaves other keys alone: Ctrl+Enter publishes nowhere', async () => {
    await openDraft()
    const box = await textbox()
    for (const target of [title(), box, document.body]) {
      fireEvent.keyDown(target, { key: 'Enter', code: 'Enter', ctrlKey: true })
      fireEvent.keyDown(target, { key: 'Enter', code: 'Enter', metaKey: true })
      fireEvent.keyDown(target, { key: 'p', code: 'KeyP', altKey: true })
      fireEvent.keyDown(target, { key: 'P', code: 'KeyP', shiftKey: true })
      fireEvent.keyDown(target, { key: 'P', code: 'KeyP', ctrlKey: true, ...altShift })
      fireEvent.keyDown(target, { key: 'P', code: 'KeyR', ...altShift })
    }
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is in the title of the main button', async () => {
    await openDraft()
    expect(press('Publish').title).toBe('Publish (Alt+Shift+P)')
    expect(press('Publish').getAttribute('aria-keyshortcuts')).toBe('Alt+Shift+P')
  })
})
