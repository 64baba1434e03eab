import { describe, expect, test } from 'bun:test'
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { ADD, anImage, aPhoto, listOf, MEDIA, openMedia, toast } from './open-media.tsx'

const used = anImage({ used_in: [{ id: 'spring', title: 'Spring menu' }] })
const other = anImage({ path: 'posts/plain.png', alt: '', widths: [], bytes: 1_240_000 })
const cards = async () =>
  (await screen.findAllByRole('listitem')).filter((one) => within(one).queryAllByRole('button').length > 0)
const nameOf = (form: FormData | undefined) => {
  const image = form?.get('image')
  return image instanceof File ? image.name : undefined
}
const REPLACE = 'POST /api/media/replace'
const DELETE = 'DELETE /api/media'

describe('the media library', () => {
  test('shows each image with its description, size and the posts that use it', async () => {
    openMedia({ [MEDIA]: () => listOf(used, other) })
    const [first, second] = await cards()
    expect(first?.textContent).toContain('Loaves on a rack')
    expect(first?.textContent).toContain('1200 × 800, 84 kB')
    expect(
      within(first as HTMLElement)
        .getByRole('link', { name: 'Spring menu' })
        .getAttribute('href'),
    ).toBe('/admin/blog/spring/edit')
    expect(second?.textContent).toContain('plain.png')
    expect(second?.textContent).toContain('1.2 MB')
    expect(second?.textContent).toContain('Unused')
    expect(first?.querySelector('img')?.getAttribute('src')).toBe(`/storage/posts/${'a'.repeat(32)}-480.webp`)
  })

  test('searches and filters on the server', async () => {
    const { user, calls } = openMedia({ [MEDIA]: () => listOf(used) })
    await cards()
    await user.selectOptions(screen.getByLabelText('Use'), 'Unused')
    await user.type(screen.getByLabelText('Search'), 'crates{Enter}')
    await waitFor(() =>
      expect(Object.fromEntries(calls(MEDIA).at(-1)?.query ?? [])).toEqual({ use: 'unused', q: 'crates' }),
    )
  })

  test('loads older images on request', async () => {
    const page = ({ query }: { query: URLSearchParams }) =>
      query.get('after') === 'here' ? listOf(other) : { body: { items: [used], total: 51, next: 'here' } }
    const { user } = openMedia({ [MEDIA]: page })
    await user.click(await screen.findByRole('button', { name: 'Show older' }))
    await waitFor(async () => expect(await cards()).toHaveLength(2))
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
  })

  test('stores chosen, dropped and pasted images, and shows them first', async () => {
    let count = 0
    const stored = () => ({ status: 201, body: anImage({ path: `posts/new-${++count}.png`, widths: [], alt: '' }) })
    const { user, calls } = openMedia({ [MEDIA]: () => listOf(used), [ADD]: stored })
    await cards()
    await user.upload(screen.getByLabelText(/Upload images/), [aPhoto('one.png'), aPhoto('two.png')])
    await waitFor(async () => expect(await cards()).toHaveLength(3))
    // Counted once all of them are stored.
    await waitFor(() => expect(toast()).toContain('2 images stored'))
    const files = { types: ['Files'], files: [aPhoto('three.png')] }
    fireEvent.drop(screen.getByRole('heading', { level: 1 }), { dataTransfer: files })
    const paste = createEvent.paste(document.body, { clipboardData: { files: [aPhoto('four.png')] } })
    fireEvent(document.body, paste)
    await waitFor(async () => expect(await cards()).toHaveLength(5))
    expect(calls(ADD).map(({ form }) => nameOf(form))).toEqual([...['one.png', 'two.png', 'three.png', 'four.png']])
    expect((await cards())[0]?.textContent).toContain('new-4.png')
  })

  test('explains which file was not stored, and why', async () => {
    const failing = () => ({
      status: 422,
      body: { message: 'x', errors: { image: { message: 'Only a part arrived.' } } },
    })
    const { user, calls } = openMedia({ [MEDIA]: () => listOf(used), [ADD]: failing })
    await cards()
    await user.upload(screen.getByLabelText(/Upload images/), [aPhoto('a.svg', 'image/svg+xml'), aPhoto('cut.png')])
    expect(await screen.findByText('cut.png: Only a part arrived.')).toBeTruthy()
    expect(screen.getByText(/^a\.svg: This kind of image cannot be used/)).toBeTruthy()
    expect(calls(ADD)).toHaveLength(1)
  })

  test('deletes an unused image after asking, without force', async () => {
    const { user, calls } = openMedia({
      [MEDIA]: () => listOf(used, other),
      [DELETE]: () => ({ body: { message: 'Deleted.' } }),
    })
    await cards()
    await user.click(screen.getByRole('button', { name: 'Delete: plain.png' }))
    const question = await screen.findByRole('dialog', { name: 'Delete this image?' })
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await cards()).toHaveLength(1))
    expect(Object.fromEntries(calls(DELETE)[0]?.query ?? [])).toEqual({ path: 'posts/plain.png' })
  })

  test('names the posts before a used image is deleted', async () => {
    const { user, calls } = openMedia({
      [MEDIA]: () => listOf(used),
      [DELETE]: () => ({ body: { message: 'Deleted.' } }),
    })
    await cards()
    await user.click(screen.getByRole('button', { name: 'Delete: Loaves on a rack' }))
    const question = await screen.findByRole('dialog', { name: 'Delete this image? It’s in use.' })
    expect(question.textContent).toContain('It is used in “Spring menu”.')
    await user.click(within(question).getByRole('button', { name: 'Keep it' }))
    expect(calls(DELETE)).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Delete: Loaves on a rack' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(calls(DELETE)[0]?.query.get('force')).toBe('true'))
  })

  test('loads the list again when an image has come into use meanwhile', async () => {
    const { user, calls } = openMedia({
      [MEDIA]: () => listOf(other),
      [DELETE]: () => ({
        status: 409,
        body: { message: 'This image is in use.', used_in: [{ id: 'a', title: 'A' }], elsewhere: false },
      }),
    })
    await cards()
    await user.click(screen.getByRole('button', { name: 'Delete: plain.png' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(toast()).toContain('This image is in use.'))
    expect(calls(MEDIA)).toHaveLength(2)
  })

  test('replaces an image everywhere after showing both, and says in how many posts', async () => {
    const { user, calls } = openMedia({
      [MEDIA]: () => listOf(used),
      [REPLACE]: () => ({ body: { item: other, posts: [{ id: 'spring', title: 'Spring menu' }] } }),
    })
    await cards()
    await user.click(screen.getByRole('button', { name: 'Replace everywhere: Loaves on a rack' }))
    const dialog = await screen.findByRole('dialog', { name: 'Replace everywhere' })
    expect(dialog.textContent).toContain('appears at once in “Spring menu”')
    const yes = within(dialog).getByRole('button', { name: 'Replace everywhere' })
    expect(yes.getAttribute('aria-disabled')).toBe('true')
    await user.upload(within(dialog).getByLabelText('New image'), aPhoto('new.png'))
    expect(await within(dialog).findByText('New: new.png')).toBeTruthy()
    await user.click(yes)
    await waitFor(() => expect(toast()).toContain('Image replaced in 1 post'))
    const form = calls(REPLACE)[0]?.form
    expect([form?.get('path'), form?.getAll('posts')]).toEqual([used.file, ['spring']])
  })

  test('says why an image was not replaced, and keeps the dialog open', async () => {
    const { user } = openMedia({
      [MEDIA]: () => listOf(used),
      [REPLACE]: () => ({ status: 409, body: { message: 'Other posts use this image by now.' } }),
    })
    await cards()
    await user.click(screen.getByRole('button', { name: 'Replace everywhere: Loaves on a rack' }))
    const dialog = await screen.findByRole('dialog')
    await user.upload(within(dialog).getByLabelText('New image'), aPhoto())
    await user.click(within(dialog).getByRole('button', { name: 'Replace everywhere' }))
    expect(await within(dialog).findByText('Other posts use this image by now.')).toBeTruthy()
  })
})
