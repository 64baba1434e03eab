import { describe, expect, test } from 'bun:test'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { useImageChooser } from '#client/admin/images/image-chooser.tsx'
import { FeaturedImage, type FeaturedImageFields } from '#client/admin/post-form/featured-image.tsx'
import type { Answers } from '#tests/admin/answers.ts'
import { ADD, anImage, aPhoto, listOf, MEDIA, show } from './open-media.tsx'

const NONE: FeaturedImageFields = { image: '', image_alt: '', image_caption: '', image_focus: '' }
const stored = anImage()

type Seen = { values: FeaturedImageFields; folder?: string | undefined }

function Form({ seen }: { seen: Seen }) {
  const [values, setValues] = useState(seen.values)
  seen.values = values
  return (
    <FeaturedImage
      {...values}
      folder={seen.folder}
      onChange={(change) => setValues((before) => ({ ...before, ...change }))}
    />
  )
}

/** The field with its current values. */
function openField(fields: Partial<FeaturedImageFields> = {}, answers: Answers = {}, folder?: string) {
  const seen: Seen = { values: { ...NONE, ...fields }, folder }
  const added = () => ({ status: 201, body: stored })
  const site = show(<Form seen={seen} />, { [ADD]: added, [MEDIA]: () => listOf(stored), ...answers })
  return { ...site, values: () => seen.values }
}

function Editor({ onChosen }: { onChosen: (image: unknown) => void }) {
  const { chooseImage, dialog } = useImageChooser()
  return (
    <>
      <button
        type="button"
        onClick={() => chooseImage({ title: 'Add an image', submit: 'Use this image' }).then(onChosen)}
      >
        Insert
      </button>
      {dialog}
    </>
  )
}

describe('the featured image', () => {
  test('is stored when it is chosen, dropped or pasted, and then described', async () => {
    for (const act of ['choose', 'drop', 'paste'] as const) {
      const { user, values, calls } = openField()
      const field = screen.getByLabelText('Featured image')
      const files = { types: ['Files'], files: [aPhoto()] }
      if (act === 'choose') await user.upload(field, aPhoto())
      else if (act === 'drop') fireEvent.drop(field, { dataTransfer: files })
      else fireEvent.paste(field, { clipboardData: files })
      await waitFor(() => expect(values().image).toBe(stored.path))
      expect(calls(ADD)).toHaveLength(1)
      await user.type(screen.getByLabelText('Image description'), 'Loaves')
      await user.type(screen.getByLabelText(/^Caption/), 'At four')
      expect(values()).toEqual({ ...NONE, image: stored.path, image_alt: 'Loaves', image_caption: 'At four' })
      cleanup()
    }
  })

  test('explains a failed upload and keeps what is there', async () => {
    const failing = () => ({ status: 422, body: { message: 'This picture could not be read.' } })
    const { user, values } = openField({}, { [ADD]: failing })
    const input = screen.getByLabelText('Featured image')
    await user.upload(input, aPhoto('a.heic', 'image/heic'))
    expect(screen.getByText(/^This kind of image cannot be used/)).toBeTruthy()
    await user.upload(input, aPhoto())
    expect(await screen.findByText('This picture could not be read.')).toBeTruthy()
    expect(values()).toEqual(NONE)
  })

  test('is taken from the library with its description', async () => {
    const { user, values, calls } = openField()
    await user.click(screen.getByRole('button', { name: 'Choose from the library' }))
    const dialog = await screen.findByRole('dialog', { name: 'Choose an image' })
    await user.click(await within(dialog).findByRole('button', { name: 'Choose: Loaves on a rack' }))
    await waitFor(() => expect(values()).toEqual({ ...NONE, image: stored.path, image_alt: 'Loaves on a rack' }))
    expect(calls(MEDIA)[0]?.query.get('in')).toBe('library')
  })

  test('has a focal point that is moved by keyboard or pointer', async () => {
    const { values } = openField({ image: stored.path })
    fireEvent.change(screen.getByLabelText(/^From the left/), { target: { value: '40' } })
    fireEvent.change(screen.getByLabelText(/^From the top/), { target: { value: '25' } })
    expect(values().image_focus).toBe('40% 25%')
    const picture = screen.getByRole('group', { name: 'Focal point' }).querySelector('svg')
      ?.parentElement as HTMLElement
    Object.assign(picture, {
      getBoundingClientRect: () => ({ left: 100, top: 50, width: 200, height: 100 }),
      setPointerCapture: () => {},
    })
    fireEvent.pointerDown(picture, { clientX: 120, clientY: 140, buttons: 1 })
    expect(values().image_focus).toBe('10% 90%')
    fireEvent.pointerMove(picture, { clientX: 400, clientY: 0, buttons: 1 })
    expect(values().image_focus).toBe('100% 0%')
    fireEvent.pointerMove(picture, { clientX: 200, clientY: 100, buttons: 0 })
    expect(values().image_focus).toBe('100% 0%')
    fireEvent.pointerMove(picture, { clientX: 200, clientY: 100, buttons: 1, pointerType: 'touch' })
    expect(values().image_focus).toBe('100% 0%')
    fireEvent.click(picture, { clientX: 200, clientY: 100 })
    expect(values().image_focus).toBe('')
  })

  test('is replaced, which resets only the focal point, or removed with all that belongs to it', async () => {
    const fields = { image: 'posts/old-600x300.webp', image_alt: 'Old', image_caption: 'C', image_focus: '1% 2%' }
    const { user, values } = openField(fields)
    await user.click(screen.getByRole('button', { name: 'Replace image' }))
    const input = screen.getByLabelText('Featured image')
    await user.upload(input, aPhoto())
    await waitFor(() => expect(values()).toEqual({ ...fields, image: stored.path, image_focus: '' }))
    await user.click(screen.getByRole('button', { name: 'Remove image' }))
    expect(values()).toEqual(NONE)
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('group'))
  })

  test('is replaced by one of the library, whose description replaces that of the old image', async () => {
    const { user, values } = openField({ image: 'posts/old-600x300.webp', image_alt: 'Old', image_focus: '1% 2%' })
    await user.click(screen.getByRole('button', { name: 'Replace image' }))
    await user.click(screen.getByRole('button', { name: 'Choose from the library' }))
    await user.click(await screen.findByRole('button', { name: 'Choose: Loaves on a rack' }))
    await waitFor(() => expect(values()).toEqual({ ...NONE, image: stored.path, image_alt: 'Loaves on a rack' }))
  })

  test('in the folder of the post is shown, and a new one is stored there', async () => {
    const cover = anImage({ file: 'content/posts/van/cover.jpg', url: 'cover.jpg' })
    const added = () => ({ status: 201, body: anImage({ file: 'content/posts/van/new.webp', url: 'new.webp' }) })
    const { user, calls, values } = openField(
      { image: 'cover.jpg' },
      { [MEDIA]: () => listOf(cover), [ADD]: added },
      'van',
    )
    expect(screen.getByText('The image cover.jpg in the folder of this post.')).toBeTruthy()
    await waitFor(() => expect(document.querySelector(`img[src*="${'a'.repeat(32)}"]`)).toBeTruthy())
    expect(Object.fromEntries(calls(MEDIA)[0]?.query ?? [])).toMatchObject({ post: 'van', q: 'cover.jpg' })
    await user.click(screen.getByRole('button', { name: 'Replace image' }))
    await user.upload(screen.getByLabelText('Featured image'), aPhoto())
    await waitFor(() => expect(values().image).toBe('new.webp'))
    expect(calls(ADD)[0]?.form?.get('post')).toBe('van')
  })
})

describe('the image chooser', () => {
  function openChooser(answers: Answers = {}) {
    const chosen: unknown[] = []
    const added = () => ({ status: 201, body: anImage({ alt: '' }) })
    return {
      ...show(<Editor onChosen={(image) => chosen.push(image)} />, {
        [MEDIA]: () => listOf(stored),
        [ADD]: added,
        ...answers,
      }),
      chosen,
    }
  }

  test('resolves with an image of the library and the description that is asked for', async () => {
    const { user, chosen } = openChooser()
    await user.click(screen.getByRole('button', { name: 'Insert' }))
    await user.click(await screen.findByRole('button', { name: 'Choose: Loaves on a rack' }))
    const description = await screen.findByLabelText('Description')
    await user.clear(description)
    await user.type(description, 'Warm loaves')
    await user.click(screen.getByRole('button', { name: 'Use this image' }))
    await waitFor(() =>
      expect(chosen).toMatchObject([
        { url: stored.url, shown: stored.url, alt: 'Warm loaves', width: 1200, height: 800 },
      ]),
    )
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('uploads a new image, and searches the library', async () => {
    const { user, chosen, calls } = openChooser()
    await user.click(screen.getByRole('button', { name: 'Insert' }))
    await user.type(await screen.findByLabelText('Search the library'), 'rack{Enter}')
    await waitFor(() => expect(calls(MEDIA).at(-1)?.query.get('q')).toBe('rack'))
    await user.upload(screen.getByLabelText('New image'), aPhoto())
    await user.type(await screen.findByLabelText('Description'), 'New{Tab}')
    await user.click(screen.getByRole('button', { name: 'Use this image' }))
    await waitFor(() => expect(chosen).toMatchObject([{ alt: 'New' }]))
  })

  test('resolves with nothing when it is closed', async () => {
    const { user, chosen } = openChooser()
    await user.click(screen.getByRole('button', { name: 'Insert' }))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(chosen).toEqual([undefined]))
  })
})
