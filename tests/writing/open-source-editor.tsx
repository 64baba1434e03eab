import { act, fireEvent, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import type { BodyEditorHandle } from '#client/admin/shared/body-editor.ts'
import SourceEditor, { type SourceEditorProps } from '#client/admin/source-editor/source-editor.tsx'
import { anUploadedImage } from './blocks.ts'

// Browsers report a new selection later. happy-dom does so at once, while the editor is still updating.
addEventListener('selectionchange', (event) => event.stopImmediatePropagation(), { capture: true })

/** What matches inside the editor of a page: it is in a shadow root. */
export function inSourceEditor(page: HTMLElement, selector: string): HTMLElement | null {
  const place = [...page.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot)
  return place?.shadowRoot?.querySelector<HTMLElement>(selector) ?? null
}

/** The source editor on a text. `changes` collects what it reports. */
export function openSourceEditor(content: string, given: Partial<SourceEditorProps> = {}) {
  const changes: string[] = []
  const handle = createRef<BodyEditorHandle>()
  const props: SourceEditorProps = {
    format: 'md',
    content,
    onChange: (text) => changes.push(text),
    onFailure: () => {},
    problems: [],
    folder: undefined,
    uploadImage: async () => anUploadedImage('/storage/posts/a.webp'),
    chooseImage: async () => undefined,
    findLinks: async () => [],
    findImages: async () => [],
    ref: handle,
    ...given,
  }
  const { container, rerender, unmount } = render(<SourceEditor {...props} />)
  const found = (selector: string) => inSourceEditor(container, selector)
  const box = found('[role=textbox]')
  if (!box) throw new Error('The editor has no text box.')
  return {
    user: userEvent.setup(),
    changes,
    box,
    found,
    unmount,
    text: () => act(async () => handle.current?.flush()),
    goTo: (line: number, column?: number) => act(() => handle.current?.goTo(line, column)),
    press: (key: string, modifiers: KeyboardEventInit = {}) => fireEvent.keyDown(box, { key, ...modifiers }),
    rerender: (next: Partial<SourceEditorProps>) => rerender(<SourceEditor {...props} {...next} />),
  }
}
