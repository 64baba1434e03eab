import { describe, expect, test } from 'bun:test'
import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import type { UploadedImage } from '#client/admin/shared/body-editor.ts'
import { anUploadedImage } from './blocks.ts'
import { openSourceEditor } from './open-source-editor.tsx'

const ctrl = { ctrlKey: true }

describe('the source editor', () => {
  test('names its text box by the format, and counts the words that readers see', () => {
    const { box } = openSourceEditor('## Flour\n\nBuy **it** [early](/blog/early).\n\n![A mill](/storage/posts/a.webp)')
    expect(box.getAttribute('aria-label')).toBe('Content (Markdown)')
    expect(screen.getByText('4 words · 1 min read')).toBeTruthy()
  })

  test('counts no tags of HTML', () => {
    const { box } = openSourceEditor('<p class="a">Two words</p>', { format: 'html' })
    expect(box.getAttribute('aria-label')).toBe('Content (HTML)')
    expect(box.querySelector('.cm-html-attribute')?.textContent).toBe('class')
    expect(screen.getByText('2 words · 1 min read')).toBeTruthy()
  })

  test('puts the marks of its format around the selection, and takes them off again', async () => {
    const { goTo, press, text } = openSourceEditor('Flour')
    goTo(1, 6)
    press('b', ctrl)
    expect(await text()).toBe('Flour****')
    press('b', ctrl)
    expect(await text()).toBe('Flour')
  })

  test('puts tags around the selection of HTML', async () => {
    const { goTo, press, text } = openSourceEditor('Flour', { format: 'html' })
    goTo(1)
    press('i', ctrl)
    expect(await text()).toBe('<em></em>Flour')
  })

  test('undoes a change', async () => {
    const { press, text } = openSourceEditor('Flour')
    press('b', ctrl)
    expect(await text()).toBe('****Flour')
    press('z', ctrl)
    expect(await text()).toBe('Flour')
  })

  test('undoes and redoes up to the ends, whatever letter the keyboard sends with Shift', async () => {
    const { goTo, press, text } = openSourceEditor('- One')
    goTo(1, 6)
    press('Enter')
    press('b', ctrl)
    const last = await text()
    const keys: [string, KeyboardEventInit][] = [
      ['z', {}],
      ['Z', {}],
      ['я', { code: 'KeyZ' }],
    ]
    for (const [key, more] of keys) {
      // More often than there is to undo.
      for (let times = 0; times < 5; times++) expect(press(key, { ...ctrl, ...more })).toBe(false)
      expect(await text()).toBe('- One')
      for (let times = 0; times < 5; times++) {
        expect(press(key, { ...ctrl, shiftKey: true, ...more })).toBe(false)
        if (times > 0) expect(await text()).toBe(last)
      }
    }
    press('z', ctrl)
    press('y', ctrl)
    press('y', ctrl)
    expect(await text()).toBe(last)
  })

  test('goes on to what was there before it was opened, once its own changes are undone', async () => {
    const asked: string[] = []
    const textHistory = {
      canUndo: () => true,
      undo: () => asked.push('undo'),
      canRedo: () => true,
      redo: () => asked.push('redo'),
      changing: (by: string) => asked.push(by),
    }
    const { press } = openSourceEditor('Flour', { textHistory })
    press('b', ctrl)
    press('z', ctrl)
    press('Z', { ...ctrl, shiftKey: true })
    press('z', ctrl)
    expect(asked).toEqual(['edit', 'undo', 'redo', 'undo'])
    press('z', ctrl)
    expect(asked.slice(4)).toEqual(['undo'])
    press('Z', { ...ctrl, shiftKey: true })
    press('Z', { ...ctrl, shiftKey: true })
    expect(asked.slice(5)).toEqual(['redo', 'redo'])
  })

  test.each([
    ['- One', '- One\n- '],
    ['  * One', '  * One\n  * '],
    ['9. One', '9. One\n10. '],
    ['- [x] One', '- [x] One\n- [ ] '],
    ['> One', '> One\n> '],
    ['- One\n- ', '- One\n'],
    ['```\n- One', '```\n- One\n'],
    ['One', 'One\n'],
    ['  One', '  One\n  '],
  ])('Enter after %j leads to %j', async (before, after) => {
    const { goTo, press, text } = openSourceEditor(before)
    const lines = before.split('\n')
    goTo(lines.length, 100)
    press('Enter')
    expect(await text()).toBe(after)
  })

  test('Enter between brackets adds one line, as in every text', async () => {
    const { goTo, press, text } = openSourceEditor('See []')
    goTo(1, 6)
    press('Enter')
    expect(await text()).toBe('See [\n]')
  })

  test('leaves Ctrl+S to the page, and does nothing for Ctrl+Enter', async () => {
    const { press, text } = openSourceEditor('One')
    press('Enter', ctrl)
    press('s', ctrl)
    expect(await text()).toBe('One')
  })

  test('leaves Tab to the browser after Escape', () => {
    const { press } = openSourceEditor('One')
    const isLeft = () => press('Tab', { keyCode: 9 })
    expect(isLeft()).toBe(false)
    press('Escape', { keyCode: 27 })
    expect(isLeft()).toBe(true)
    expect(screen.getByText('Tab indents. To leave the text with Tab, press Escape first.')).toBeTruthy()
  })

  test('reports the text shortly after a change, and keeps the line ends of the file', async () => {
    const { goTo, press, changes } = openSourceEditor('One\r\nTwo\r\n')
    goTo(1, 4)
    press('Enter')
    await waitFor(() => expect(changes).toEqual(['One\r\n\r\nTwo\r\n']))
  })

  test('suggests pages after Ctrl+K, and inserts the URL of the chosen one', async () => {
    const { goTo, press, text, found } = openSourceEditor('See ', {
      findLinks: async () => [{ url: '/blog/flour', title: 'All about flour' }],
    })
    goTo(1, 5)
    press('k', ctrl)
    expect(await text()).toBe('See []()')
    const option = await waitFor(() => {
      const first = found('[role=option]')
      expect(first?.textContent).toContain('All about flour')
      return first
    })
    if (option) fireEvent.mouseDown(option)
    expect(await text()).toBe('See [](/blog/flour)')
  })

  test('offers the media library where an image is written', async () => {
    const { goTo, press, text, found } = openSourceEditor('![A mill]()', {
      chooseImage: async () => ({ ...anUploadedImage('/storage/posts/mill.webp'), alt: 'Other' }),
    })
    goTo(1, 11)
    press(' ', ctrl)
    await waitFor(() => expect(found('[role=option]')?.textContent).toContain('Choose an image…'))
    const option = found('[role=option]')
    if (option) fireEvent.mouseDown(option)
    await waitFor(async () => expect(await text()).toBe('![A mill](/storage/posts/mill.webp)'))
  })

  test('writes the caption that the library suggests', async () => {
    const { goTo, press, text, found } = openSourceEditor('![A mill]()', {
      chooseImage: async () => ({ ...anUploadedImage('/storage/posts/mill.webp'), caption: 'The "old" mill' }),
    })
    goTo(1, 11)
    press(' ', ctrl)
    await waitFor(() => expect(found('[role=option]')?.textContent).toContain('Choose an image…'))
    const option = found('[role=option]')
    if (option) fireEvent.mouseDown(option)
    await waitFor(async () => expect(await text()).toBe('![A mill](/storage/posts/mill.webp "The \\"old\\" mill")'))
  })

  test('suggests the images in the folder of the post where an image is written', async () => {
    const { goTo, press, text, found } = openSourceEditor('![A rack](ra', {
      findImages: async (typed) => (typed === 'ra' ? [anUploadedImage('racks.jpg', '/storage/posts/r.webp')] : []),
    })
    goTo(1, 13)
    press(' ', ctrl)
    await waitFor(() => expect(found('[role=listbox]')?.textContent).toMatch(/racks\.jpg.*Choose an image…/))
    const option = found('[role=option]')
    if (option) fireEvent.mouseDown(option)
    expect(await text()).toBe('![A rack](racks.jpg)')
  })

  test('names images of the library by their description: their paths are hashes', async () => {
    const image = { ...anUploadedImage('/storage/posts/0a1b.webp'), alt: 'A mill' }
    const { goTo, press, text, found } = openSourceEditor('![](mill', { findImages: async () => [image] })
    goTo(1, 9)
    press(' ', ctrl)
    await waitFor(() => expect(found('[role=option]')?.textContent).toBe('A millIn the media library'))
    const option = found('[role=option]')
    if (option) fireEvent.mouseDown(option)
    expect(await text()).toBe('![](/storage/posts/0a1b.webp)')
  })

  test('names what finds and replaces as the visual editor does', () => {
    const { press, found } = openSourceEditor('One')
    press('f', ctrl)
    const names = [...(found('.cm-search')?.querySelectorAll('button, label, input[aria-label]') ?? [])].map(
      (one) => one.getAttribute('aria-label') ?? one.textContent,
    )
    expect(names).toEqual([
      ...['Find', 'Next', 'Previous', 'Select all matches', 'Match case', 'Regular expression', 'Whole words'],
      ...['Replace with', 'Replace', 'Replace all', 'Close find and replace'],
    ])
  })

  test('uploads a pasted image where it was put: the text changes once the image is stored', async () => {
    const stored = Promise.withResolvers<UploadedImage>()
    const { goTo, press, text, box, found, changes } = openSourceEditor('One two', {
      uploadImage: (_, onProgress) => {
        onProgress(0.5)
        return stored.promise
      },
    })
    goTo(1, 5)
    pasteFile(box, new File(['x'], 'mill.png', { type: 'image/png' }))
    const progress = found('progress')
    expect(progress?.getAttribute('aria-label')).toBe('Uploading mill.png')
    await waitFor(() => expect(progress?.getAttribute('value')).toBe('0.5'))
    goTo(1, 1)
    press('b', ctrl)
    const flushed = text()
    stored.resolve({ ...anUploadedImage('/storage/posts/mill.webp'), alt: 'A [big] mill' })
    expect(await flushed).toBe('****One ![A \\[big\\] mill](/storage/posts/mill.webp)two')
    expect(found('progress')).toBeNull()
    expect(changes).toEqual(['****One ![A \\[big\\] mill](/storage/posts/mill.webp)two'])
    expect(await screen.findByText('Image inserted.')).toBeTruthy()
  })

  test('says why an image was not uploaded, and leaves the text alone', async () => {
    const { text, box } = openSourceEditor('One', { uploadImage: () => Promise.reject(new Error('The disk is full.')) })
    pasteFile(box, new File(['x'], 'mill.png', { type: 'image/png' }))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'mill.png could not be uploaded. The disk is full.',
    )
    expect(await text()).toBe('One')
  })

  test('underlines problems, and names them', () => {
    const { found, rerender } = openSourceEditor('One [two](/gone)\n')
    const problem = { severity: 'error', field: 'content', message: 'broken link: /gone', line: 1, column: 5 } as const
    const empty = { severity: 'warning', field: 'content', message: 'Nothing here.', line: 2 } as const
    rerender({ problems: [problem, empty, { severity: 'warning', field: 'title', message: 'The title is long.' }] })
    expect(found('.cm-problem-error')?.textContent).toBe('[two](/gone)')
    expect(found('.cm-problem-error')?.title).toBe('broken link: /gone')
    expect(found('.cm-problem-warning')?.title).toBe('Nothing here.')
    rerender({ problems: [] })
    expect(found('.cm-problem-error')).toBeNull()
  })

  test.each([
    ['## Flour', 'heading', '## Flour'],
    ['Buy **it** now', 'strong', '**it**'],
    ['Buy *it* now', 'emphasis', '*it*'],
    ['Buy ~~it~~ now', 'strike', '~~it~~'],
    ['Buy `**it**` now', 'code', '`**it**`'],
    ['Buy [it](/blog/it) now', 'link', '[it](/blog/it)'],
    ['- [x] Buy it', 'sign', '- [x] '],
    ['> Buy it', 'sign', '> '],
    ['- - -', 'sign', '- - -'],
    ['```\n# Flour\n```', 'code', '```'],
  ])('colors the markup of %j', (text, name, colored) => {
    const { found } = openSourceEditor(text)
    expect(found(`.cm-md-${name}`)?.textContent).toBe(colored)
  })

  test('takes no comment of a program for a heading', () => {
    const { found } = openSourceEditor('```sh\n# Flour\n```\n\n## Flour')
    expect(found('.cm-md-heading')?.textContent).toBe('## Flour')
  })
})

function pasteFile(box: HTMLElement, file: File): void {
  const event = createEvent.paste(box)
  Object.defineProperty(event, 'clipboardData', { value: { files: [file], getData: () => '' } })
  fireEvent(box, event)
}
