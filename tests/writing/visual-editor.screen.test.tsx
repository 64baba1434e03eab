import { describe, expect, test } from 'bun:test'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UploadedImage } from '#client/admin/shared/body-editor.ts'
import { DOCUMENT_VERSION } from '#contract/stored-document.ts'
import { anUploadedImage, aParagraph } from './blocks.ts'
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
    expect(screen.getByLabelText('Block type').title).toBe('Block type (Ctrl+Alt+0 to Ctrl+Alt+6)')
  })

  test('says when it can be edited, and takes the focus then', async () => {
    const { handle } = openVisualEditor(converting([aParagraph('Bread')]), { onReady: () => handle.current?.focus() })
    const box = await textbox()
    await waitFor(() => expect(document.activeElement).toBe(box))
  })

  test('says that a text could not be shown, and tries again', async () => {
    let fails = true
    const { user } = openVisualEditor({
      'POST /api/writing/document': () =>
        fails
          ? { status: 422, body: { message: 'No.' } }
          : { body: { blocks: [aParagraph('Here.')], lines: [1], images: {} } },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('The text could not be shown here. No.')
    fails = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await textbox()).textContent).toBe('Here.')
  })

  test('inserts a table from the toolbar, and reports the text that the server writes', async () => {
    const { user, changes, calls } = openVisualEditor(
      converting([aParagraph('One.'), aParagraph('Two.')], { written: 'With a table.' }),
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

  test('leaves Ctrl+S to the page, and code with Ctrl+Enter', async () => {
    const { user } = openVisualEditor(converting([{ type: 'code_block', content: [{ type: 'text', text: 'x' }] }]))
    const box = await textbox()
    const prevented: boolean[] = []
    const note = (event: KeyboardEvent) =>
      event.ctrlKey && event.key !== 'Control' && prevented.push(event.defaultPrevented)
    document.addEventListener('keydown', note)
    box.focus()
    await user.keyboard('{Control>}{Enter}s{/Control}')
    document.removeEventListener('keydown', note)
    expect(prevented).toEqual([true, false])
    expect(box.querySelectorAll('p').length).toBe(2)
  })

  test('disables undo and redo at their ends', async () => {
    const { user } = openVisualEditor(converting([aParagraph('Bread')]))
    await textbox()
    const disabled = () =>
      ['Undo', 'Redo'].map((name) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true')
    expect(disabled()).toEqual([true, true])
    await user.click(screen.getByRole('button', { name: 'Table' }))
    expect(disabled()).toEqual([false, true])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(disabled()).toEqual([true, false])
    await user.click(screen.getByRole('button', { name: 'Redo' }))
    expect(disabled()).toEqual([false, true])
  })

  test('asks for what was there before it was opened, and tells what changes its text', async () => {
    const reported: string[] = []
    const textHistory = {
      canUndo: () => true,
      undo: () => reported.push('older'),
      canRedo: () => false,
      redo: () => {},
      changing: (by: string) => reported.push(by),
    }
    const { user } = openVisualEditor(converting([aParagraph('Bread')]), { textHistory })
    await textbox()
    await user.click(screen.getByRole('button', { name: 'Table' }))
    for (const name of ['Undo', 'Redo', 'Undo', 'Undo']) await user.click(screen.getByRole('button', { name }))
    expect(reported).toEqual(['edit', 'undo', 'redo', 'undo', 'older'])
  })

  test('goes to the toolbar with Alt+F10, moves there with arrow keys, and returns with Escape', async () => {
    const { user } = openVisualEditor(converting([aParagraph('Bread')]))
    const box = await textbox()
    box.focus()
    await user.keyboard('{Alt>}{F10}{/Alt}')
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Block type' }))
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Italic' }))
    expect(screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(box)
  })

  test('goes on to the tools of the table with Alt+F10', async () => {
    const { user } = openVisualEditor(converting([aParagraph('Bread')]))
    await textbox()
    await user.click(screen.getByRole('button', { name: 'Table' }))
    await user.keyboard('{Alt>}{F10}{F10}{/Alt}{ArrowRight}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Row below' }))
    await user.keyboard('{Enter}{Escape}')
    const box = await textbox()
    expect(document.activeElement).toBe(box)
    expect(document.querySelectorAll('tr').length).toBe(4)
  })

  test('adds a link with a suggested page, and rejects what is no address', async () => {
    const { user } = openVisualEditor(converting([aParagraph('')]), {
      findLinks: async () => [{ url: '/blog/plan-a-bake', title: 'Plan a bake' }],
    })
    const box = await textbox()
    await user.click(screen.getByRole('button', { name: 'Link' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add a link' })
    const address = within(dialog).getByRole('combobox', { name: 'Address' })
    await user.type(address, 'not an address')
    await user.click(within(dialog).getByRole('button', { name: 'Add link' }))
    expect(within(dialog).getByText(/^Enter an address like/)).toBeTruthy()
    await user.clear(address)
    await user.type(address, 'plan')
    await user.click(await within(dialog).findByRole('option', { name: /Plan a bake/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Add link' }))
    const link = box.querySelector('a')
    expect([link?.getAttribute('href'), link?.textContent]).toEqual(['/blog/plan-a-bake', 'Plan a bake'])
  })

  test('takes no suggestion of the text before when Enter follows at once', async () => {
    const { user } = openVisualEditor(converting([aParagraph('')]), {
      findLinks: async (typed) => [{ url: `/blog/${typed}`, title: `About ${typed}` }],
    })
    const box = await textbox()
    await user.click(screen.getByRole('button', { name: 'Link' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add a link' })
    const address = within(dialog).getByRole('combobox', { name: 'Address' })
    await user.type(address, 'rye')
    await within(dialog).findByRole('option', { name: /About rye/ })
    await user.keyboard('{ArrowDown}')
    expect(address.getAttribute('aria-activedescendant')).toBeTruthy()
    await user.type(address, '.example{Enter}')
    expect([address.getAttribute('value'), box.querySelector('a[href="/blog/rye"]')]).toEqual(['rye.example', null])
  })

  test('inserts the image that is chosen, where the cursor is by then', async () => {
    const dialog = Promise.withResolvers<UploadedImage>()
    const requests: unknown[] = []
    const { user, handle, calls } = openVisualEditor(
      {
        ...converting([aParagraph('Bread')]),
        'POST /api/writing/document': ({ json }) => ({
          body: {
            blocks: [...(Object(json).content === 'Merged.' ? [aParagraph('New.')] : []), aParagraph('Bread')],
            lines: [1, 3],
            images: {},
          },
        }),
      },
      {
        chooseImage: (request) => {
          requests.push(request)
          return dialog.promise
        },
      },
    )
    const box = await textbox()
    await user.click(screen.getByRole('button', { name: 'Image' }))
    expect(requests).toEqual([{ title: 'Add an image', submit: 'Insert image' }])
    await act(async () => handle.current?.replace('Merged.', 'The text.'))
    await act(async () => dialog.resolve({ ...anUploadedImage('/storage/posts/a.webp'), alt: 'A loaf' }))
    expect(box.children[0]?.querySelector('img')).toBeNull()
    expect(box.children[1]?.querySelector('img[alt="A loaf"]')).toBeTruthy()
    expect(calls('POST /api/writing/text')).toEqual([])
  })

  test('inserts an image with the caption of the library as a figure', async () => {
    const image = { ...anUploadedImage('/storage/posts/a.webp'), alt: 'A loaf', caption: 'At four.' }
    const { user } = openVisualEditor(converting([aParagraph('')]), { chooseImage: async () => image })
    const box = await textbox()
    await user.click(screen.getByRole('button', { name: 'Image' }))
    await waitFor(() => expect(box.querySelector('figure img[alt="A loaf"]')).toBeTruthy())
    expect(box.querySelector('figcaption')?.textContent).toBe('At four.')
  })

  test('describes the image that the dialog was opened for, also after the text around it has changed', async () => {
    const image = (src: string) => ({ type: 'paragraph', content: [{ type: 'image', attrs: { src, alt: '' } }] })
    const [first, second] = [image('/storage/posts/a.webp'), image('/storage/posts/b.webp')]
    const { user, handle } = openVisualEditor({
      ...converting([first]),
      'POST /api/writing/document': ({ json }) => ({
        body: { blocks: Object(json).content === 'Merged.' ? [second, first] : [first], lines: [1, 3], images: {} },
      }),
    })
    const box = await textbox()
    await user.click(within(box).getByText('Describe this image'))
    const dialog = await screen.findByRole('dialog', { name: 'Describe this image' })
    await act(async () => handle.current?.replace('Merged.', 'The text.'))
    await user.type(within(dialog).getByRole('textbox', { name: /^Description/ }), 'A loaf')
    await user.click(within(dialog).getByRole('button', { name: 'Save description' }))
    expect([...box.querySelectorAll('img[src]')].map((one) => one.getAttribute('alt'))).toEqual([
      'Image without a description',
      'A loaf',
    ])
  })

  test('shows images in the folder of the post, and stores new ones there', async () => {
    const image = (src: string) => ({ type: 'image', attrs: { src, alt: '' } })
    const images = [image('./racks.jpg'), image('gone.jpg')]
    const document = converting([{ type: 'paragraph', content: images }], {
      images: { 'racks.jpg': '/storage/posts/r.webp' },
    })
    const chooseImage = async () => anUploadedImage('loaf.webp', '/storage/posts/l.webp')
    const { user, calls, handle } = openVisualEditor(document, { folder: 'van', chooseImage })
    const box = await textbox()
    expect(calls('POST /api/writing/document')[0]?.json).toMatchObject({ id: 'van' })
    expect(box.querySelectorAll('img[src]').length).toBe(1)
    expect(box.querySelector('img[src="/storage/posts/r.webp"]')).toBeTruthy()
    expect(box.textContent).toContain('Image: gone.jpg')
    await user.click(screen.getByRole('button', { name: 'Image' }))
    await waitFor(() => expect(box.querySelector('img[src="/storage/posts/l.webp"]')).toBeTruthy())
    await handle.current?.flush()
    expect(JSON.stringify(calls('POST /api/writing/text')[0]?.json)).toContain('"src":"loaf.webp"')
  })

  test('asks for the description of an image that has none', async () => {
    const image = { type: 'image', attrs: { src: '/storage/posts/a.webp', alt: '' } }
    const { user } = openVisualEditor(converting([{ type: 'paragraph', content: [image] }]))
    const box = await textbox()
    await user.click(within(box).getByText('Describe this image'))
    const dialog = await screen.findByRole('dialog', { name: 'Describe this image' })
    await user.type(within(dialog).getByRole('textbox', { name: /^Description/ }), 'A loaf')
    await user.click(within(dialog).getByRole('button', { name: 'Save description' }))
    expect(box.querySelector('img[src]')?.getAttribute('alt')).toBe('A loaf')
    expect(within(box).queryByText('Describe this image')).toBeNull()
    // What is typed next must not replace the image.
    expect(box.querySelector('.ProseMirror-selectednode')).toBeNull()
  })

  test('finds and replaces text', async () => {
    const { user, handle, changes } = openVisualEditor(converting([aParagraph('Rye and rye.')]))
    const box = await textbox()
    await user.click(screen.getByRole('button', { name: 'Find and replace' }))
    await user.type(screen.getByRole('textbox', { name: 'Find' }), 'rye')
    expect(screen.getByText('2 found')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Replace with' }), 'oat')
    await user.click(screen.getByRole('button', { name: 'Replace all' }))
    expect(box.textContent).toBe('oat and oat.')
    expect(screen.getByText('2 replaced')).toBeTruthy()
    expect(await handle.current?.flush()).toBe('Written.')
    expect(changes).toEqual(['Written.'])
  })

  test('keeps source as it is, and edits it as text on request', async () => {
    const { user } = openVisualEditor(converting([{ type: 'source_block', attrs: { text: '<div>x</div>' } }]))
    const box = await textbox()
    expect(box.textContent).toContain('<div>x</div>')
    box.focus()
    await user.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Edit source' })
    const field = within(dialog).getByRole('textbox', { name: /^Source/ })
    await user.clear(field)
    await user.type(field, '<hr>')
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }))
    expect(box.textContent).toContain('<hr>')
  })

  test('says what the server cannot write, and keeps the text', async () => {
    const { user, handle, failures } = openVisualEditor({
      ...converting([aParagraph('Bread')]),
      'POST /api/writing/text': () => ({ status: 422, body: { message: 'Edit its source instead.' } }),
    })
    const box = await textbox()
    await user.click(screen.getByRole('button', { name: 'Table' }))
    await expect(handle.current?.flush()).rejects.toThrow('Edit its source instead.')
    expect(failures).toEqual(['Edit its source instead.'])
    expect(box.querySelector('table')).toBeTruthy()
  })

  test('names the block that cannot be saved, and puts the cursor into it', async () => {
    const message = 'These changes cannot be written.'
    const { user, handle } = openVisualEditor({
      ...converting([aParagraph('Bread'), aParagraph('Rye and wheat, water, salt and time.')]),
      'POST /api/writing/text': () => ({ status: 422, body: { message, errors: { 'blocks.1': { message } } } }),
    })
    const box = await textbox()
    await user.click(screen.getByRole('button', { name: 'Table' }))
    // A table was inserted before it.
    await expect(handle.current?.flush()).rejects.toThrow('cannot be saved as it is shown here.')
    expect((await screen.findByRole('alert')).textContent).toContain('Your text is stored as it is shown.')
    expect(document.activeElement).toBe(box)
  })

  test.each([
    [
      'Show as source',
      (box: HTMLElement) => box.textContent,
      expect.stringContaining('<p>Rye and <strong>wheat</strong>.</p>'),
    ],
    ['Remove its formatting', (box: HTMLElement) => box.querySelectorAll('strong').length, 0],
  ])('offers for such a block "%s", which can be undone', async (name, found, expected) => {
    const message = 'These changes cannot be written.'
    const bold = {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Rye and ' },
        { type: 'text', text: 'wheat', marks: [{ type: 'strong' }] },
        { type: 'text', text: '.' },
      ],
    }
    const { user, handle } = openVisualEditor({
      ...converting([bold]),
      'POST /api/writing/text': () => ({ status: 422, body: { message, errors: { 'blocks.0': { message } } } }),
    })
    const box = await textbox()
    await user.click(screen.getByRole('button', { name: 'Table' }))
    await handle.current?.flush().catch(() => {})
    await user.click(await screen.findByRole('button', { name }))
    expect(found(box)).toEqual(expected)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(box.querySelector('strong')?.textContent).toBe('wheat')
  })

  test('opens a document that has no text, and gives it back while it has none', async () => {
    const newer = { version: DOCUMENT_VERSION, blocks: [aParagraph('Bread and rye.')] }
    const { handle, changes } = openVisualEditor(converting([aParagraph('Bread')]), { newer })
    expect((await textbox()).textContent).toBe('Bread and rye.')
    expect(handle.current?.document()).toEqual(newer)
    expect(await handle.current?.text()).toBe('Written.')
    expect([changes, handle.current?.document()]).toEqual([['Written.'], undefined])
  })

  test('shows what can be read of a document of another version beside the text', async () => {
    const blocks = [{ type: 'poll', content: [{ type: 'text', text: 'Rye or wheat?' }] }]
    const { handle } = openVisualEditor(converting([aParagraph('Bread')]), {
      newer: { version: DOCUMENT_VERSION + 1, blocks },
    })
    expect((await textbox()).textContent).toBe('Bread')
    expect(screen.getByRole('alert').textContent).toContain('Rye or wheat?')
    expect(handle.current?.document()).toBeUndefined()
  })

  test('shows links with the URL that their changed definition has', async () => {
    const linked = (href: string) => ({
      type: 'paragraph',
      content: [{ type: 'text', text: 'Book', marks: [{ type: 'link', attrs: { href, title: null } }] }],
    })
    const { user, handle } = openVisualEditor({
      ...converting([aParagraph('Bread'), linked('/old')]),
      'POST /api/writing/text': () => ({ body: { content: 'x', lines: [1, 3, 5], reread: { 2: linked('/new') } } }),
    })
    const box = await textbox()
    await user.click(screen.getByRole('button', { name: 'Table' }))
    await handle.current?.flush()
    expect(box.querySelector('a')?.getAttribute('href')).toBe('/new')
  })
})
