import { describe, expect, test } from 'bun:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UploadedImage } from '#client/admin/shared/body-editor.ts'
import { anUploadedImage, aParagraph } from './blocks.ts'
import { converting, openVisualEditor, textbox } from './open-visual-editor.tsx'

const anImage = (name: string) => new File(['x'], name, { type: 'image/png' })
const stored = anUploadedImage('/storage/posts/loaf.webp')

const paste = (box: HTMLElement, files: readonly File[], html = '') =>
  fireEvent.paste(box, {
    clipboardData: { files, types: [], getData: (type: string) => (type === 'text/html' ? html : '') },
  })

/** An editor whose uploads end when the test says so. */
async function openUploading() {
  const upload = Promise.withResolvers<UploadedImage>()
  const progress: ((share: number) => void)[] = []
  const editor = openVisualEditor(converting([aParagraph('Bread')]), {
    uploadImage: (_, onProgress) => {
      progress.push(onProgress)
      return upload.promise
    },
  })
  const box = await textbox()
  return { ...editor, ...upload, box, showProgress: (share: number) => progress[0]?.(share) }
}

test('tasks, callouts and footnotes are pasted into an HTML post, and inline source of Markdown as text', async () => {
  const copied =
    '<div data-callout="tip"><p>Rest it.<sup data-label="long">long</sup> <span data-source="{{ x }}">{{ x }}</span></p></div>' +
    '<ul><li data-checked="true"><p>Flour</p></li></ul>' +
    '<div data-footnote data-label="long"><p>Overnight.</p></div>'
  const { handle, calls } = openVisualEditor(converting([aParagraph('')]), { format: 'html' })
  const box = await textbox()
  paste(box, [], `<div data-pm-slice="0 0 []">${copied}</div>`)
  await handle.current?.flush()
  const sent = JSON.stringify(calls('POST /api/writing/text')[0]?.json)
  expect(sent).toMatch(/"callout".*"checked":true.*"footnote_definition","attrs":\{"label":"1"\}/)
  expect(sent).not.toContain('source_inline')
  expect(box.querySelector('[data-callout]')?.textContent).toBe('Rest it.1 {{ x }}')
})

describe('a pasted image', () => {
  test('shows its progress at its place, where it is inserted', async () => {
    const { box, user, resolve, showProgress } = await openUploading()
    paste(box, [anImage('loaf.png')])
    const bar = await within(box).findByRole('progressbar', { name: 'Uploading loaf.png' })
    showProgress(0.5)
    expect(bar.getAttribute('value')).toBe('0.5')
    await user.click(screen.getByRole('button', { name: 'Table' }))
    resolve(stored)
    await waitFor(() => expect(box.querySelector('p img[src="/storage/posts/loaf.webp"]')).toBeTruthy())
    expect(within(box).queryByRole('progressbar')).toBeNull()
    expect(screen.getByText('Image inserted. It has no description yet.')).toBeTruthy()
  })

  test('does not end redo when it arrives after something was undone', async () => {
    const { box, user, resolve } = await openUploading()
    paste(box, [anImage('loaf.png')])
    await user.click(screen.getByRole('button', { name: 'Horizontal rule' }))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(box.querySelector('hr')).toBeNull()
    resolve(stored)
    await waitFor(() => expect(box.querySelector('img[src="/storage/posts/loaf.webp"]')).toBeTruthy())
    await user.click(screen.getByRole('button', { name: 'Redo' }))
    expect([box.querySelectorAll('hr').length, box.querySelectorAll('img[src]').length]).toEqual([1, 1])
  })

  test('is a step to undo of its own', async () => {
    const { box, user, resolve } = await openUploading()
    paste(box, [anImage('loaf.png')])
    await user.click(screen.getByRole('button', { name: 'Horizontal rule' }))
    resolve(stored)
    await waitFor(() => expect(box.querySelector('img[src="/storage/posts/loaf.webp"]')).toBeTruthy())
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect([box.querySelectorAll('hr').length, box.querySelectorAll('img[src]').length]).toEqual([1, 0])
  })

  test('of several ones follows those before it, however long they take', async () => {
    const uploads = [Promise.withResolvers<UploadedImage>(), Promise.withResolvers<UploadedImage>()]
    const [first, second] = uploads
    const { handle } = openVisualEditor(converting([aParagraph('Bread')]), {
      uploadImage: ({ name }) =>
        (name === 'a.png' ? first : second)?.promise ?? Promise.reject(new Error('Unexpected.')),
    })
    const box = await textbox()
    paste(box, [anImage('a.png'), anImage('b.png')])
    expect(within(box).getAllByRole('progressbar').length).toBe(2)
    second?.resolve(anUploadedImage('/storage/posts/b.webp'))
    first?.resolve(anUploadedImage('/storage/posts/a.webp'))
    await handle.current?.flush()
    const sources = [...box.querySelectorAll('img[src]')].map((image) => image.getAttribute('src'))
    expect(sources).toEqual(['/storage/posts/a.webp', '/storage/posts/b.webp'])
  })

  test('is in the text before the text is saved', async () => {
    const { box, handle, resolve, calls } = await openUploading()
    paste(box, [anImage('loaf.png')])
    const saved = handle.current?.flush()
    expect(calls('POST /api/writing/text')).toEqual([])
    resolve(stored)
    await saved
    expect(JSON.stringify(calls('POST /api/writing/text')[0]?.json)).toContain('/storage/posts/loaf.webp')
  })

  test('that cannot be uploaded leaves a message and no trace in the text', async () => {
    const { box, reject, handle } = await openUploading()
    paste(box, [anImage('loaf.png')])
    reject(new Error('The image is broken.'))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'loaf.png could not be uploaded. The image is broken.',
    )
    expect(within(box).queryByRole('progressbar')).toBeNull()
    expect(await handle.current?.flush()).toBe('The text.')
  })

  test('of a kind that the site does not accept is rejected at once', async () => {
    const { box } = await openUploading()
    paste(box, [new File(['x'], 'logo.svg', { type: 'image/svg+xml' })])
    expect((await screen.findByRole('alert')).textContent).toContain('logo.svg: This kind of image cannot be used.')
  })

  test('that is only a picture of pasted text is ignored', async () => {
    const { box } = await openUploading()
    paste(box, [anImage('text.png')], '<p>From Word</p>')
    expect(box.textContent).toContain('From Word')
    expect(within(box).queryByRole('progressbar')).toBeNull()
  })

  test('of another website is left out, with a message', async () => {
    const { box } = await openUploading()
    paste(box, [], '<p>Loaf <img src="https://example.com/loaf.jpg"></p>')
    expect(box.textContent).toContain('Loaf')
    expect((await screen.findByRole('alert')).textContent).toContain('An image was left out.')
  })
})
