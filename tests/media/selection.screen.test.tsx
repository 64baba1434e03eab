import { describe, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import ImagePage from '#client/admin/media/image-page.tsx'
import type { MediaImage } from '#contract/media.ts'
import { anImage, listOf, MEDIA, openMedia, show, toast } from './open-media.tsx'

const DELETE_UNUSED = 'POST /api/media/delete-unused'
const UNDO = 'POST /api/media/undo'
const undo = '0195c1a0-0000-7000-8000-000000000000'

const image = (id: string, changes = {}) =>
  anImage({ path: `posts/${id}.png`, file: `posts/${id}.png`, name: `${id}.jpg`, alt: '', widths: [], ...changes })
const [one, two, three] = [image('one'), image('two'), image('three')]
const used = image('used', { used_in: [{ id: 'spring', title: 'Spring menu' }] })

const boxOf = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` })
const isChecked = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` }).checked
const selected = () => within(screen.getByRole('group', { name: 'Selected images' })).getByRole('status').textContent

describe('selecting images', () => {
  test('is done with Space, and with Shift and the arrow keys', async () => {
    const { user } = openMedia({ [MEDIA]: () => listOf(one, two, three) })
    ;(await boxOf('one.jpg')).focus()
    expect(selected()).toBe('0 selected')
    await user.keyboard(' ')
    expect(selected()).toBe('1 selected')
    await user.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}')
    expect(selected()).toBe('3 selected')
    expect(document.activeElement).toBe(await boxOf('three.jpg'))
    await user.click(screen.getByRole('button', { name: 'Clear selection' }))
    expect([selected(), isChecked('two.jpg')]).toEqual(['0 selected', false])
    await user.click(screen.getByRole('checkbox', { name: 'Select all images of the list' }))
    expect(selected()).toBe('3 selected')
  })

  test('deletes what nothing uses of it, after a list of both, and takes that back', async () => {
    const result = { deleted: [one.file], kept: [two], undo }
    const { user, calls } = openMedia({
      [MEDIA]: () => listOf(one, two, used),
      [DELETE_UNUSED]: () => ({ body: result }),
      [UNDO]: () => ({ body: { restored: 1 } }),
    })
    for (const name of ['one.jpg', 'two.jpg', 'used.jpg']) await user.click(await boxOf(name))
    await user.click(screen.getByRole('button', { name: 'Delete selected …' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete the selected images?' }))
    const listed = (name: string) => within(dialog.getByRole('list', { name })).getAllByRole('listitem')
    expect(listed('Images to delete').map(({ textContent }) => textContent)).toEqual(['one.jpg', 'two.jpg'])
    expect(listed('Images that stay').map(({ textContent }) => textContent)).toEqual(['used.jpg'])
    await user.click(dialog.getByRole('button', { name: 'Delete 2 images' }))
    await waitFor(() => expect(toast()).toContain('1 image deleted. “two.jpg” stayed: in use by now.'))
    expect(calls(DELETE_UNUSED)[0]?.json).toEqual({ paths: [one.file, two.file] })
    expect(selected()).toBe('0 selected')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(toast()).toContain('The images are back.'))
    expect(calls(UNDO)[0]?.json).toEqual({ undo })
  })
})

test('all unused images are listed before they are deleted, of all pages', async () => {
  const page = ({ query }: { query: URLSearchParams }) =>
    query.get('use') !== 'unused'
      ? listOf(one, used)
      : query.get('after') === 'here'
        ? { body: { items: [two], total: 2, next: null } }
        : { body: { items: [one], total: 2, next: 'here' } }
  const { user, calls } = openMedia({
    [MEDIA]: page,
    [DELETE_UNUSED]: () => ({ body: { deleted: [one.file, two.file], kept: [], undo } }),
  })
  await user.click(await screen.findByRole('button', { name: 'Delete all unused …' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete all unused images?' }))
  await user.click(await dialog.findByRole('button', { name: 'Delete 2 images' }))
  await waitFor(() => expect(toast()).toContain('2 images deleted.'))
  expect(calls(DELETE_UNUSED)[0]?.json).toEqual({ paths: [one.file, two.file] })
})

describe('the page of an image', () => {
  const shown: MediaImage = {
    ...image('van', { alt: 'A van', caption: 'At four' }),
    added_by: 'Ann',
    uses: [
      { kind: 'featured', title: 'Spring menu', url: '/admin/blog/spring/edit' },
      { kind: 'settings', title: 'Settings of the site', url: '/' },
    ],
  }
  const READ = 'GET /api/media/image'
  const SAVE = 'PUT /api/media/image'
  const open = (answers = {}) => show(<ImagePage />, { [READ]: () => ({ body: shown }), ...answers })

  test('names size, date, administrator and each use, with links', async () => {
    open()
    expect(await screen.findByRole('heading', { name: 'van.jpg' })).toBeTruthy()
    for (const text of ['1200 × 800 pixels', '84 kB', 'Ann', 'posts/van.png'])
      expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByText(/^Mar 1, 2026/)).toBeTruthy()
    const uses = within(screen.getByRole('list', { name: 'Where it is used' }))
    expect(uses.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Spring menu featured image of the post',
      'Settings of the site settings',
    ])
    expect(uses.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/admin/blog/spring/edit', '/'])
  })

  test('changes description and caption, and shows why it cannot', async () => {
    let tries = 0
    const rejected = {
      status: 422,
      body: { message: 'x', errors: { alt: { message: 'The description is too long.' } } },
    }
    const { user, calls } = open({ [SAVE]: () => (++tries === 1 ? rejected : { body: image('van') }) })
    const field = await screen.findByLabelText('Description')
    await user.clear(field)
    await user.type(field, 'A van at night')
    const save = screen.getByRole('button', { name: 'Save description' })
    await user.click(save)
    expect((await screen.findAllByText('The description is too long.')).length).toBeGreaterThan(0)
    await user.click(save)
    await waitFor(() => expect(toast()).toContain('Description saved'))
    expect(calls(SAVE)[1]?.json).toEqual({ path: shown.file, alt: 'A van at night', caption: 'At four' })
  })
})
