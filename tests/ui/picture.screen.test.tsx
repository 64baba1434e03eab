import { expect, test } from 'bun:test'
import { render, screen } from '@testing-library/react'
import { PostImage } from '#client/ui/content/post-image.tsx'
import { pictureOf } from '#contract/pictures.ts'

test('an image offers all its widths, reserves its space and loads lazily', () => {
  render(<PostImage picture={pictureOf('posts/ab12-1600x900.webp', 'Loaves on a pallet')} sizes="100vw" />)
  const picture = screen.getByAltText('Loaves on a pallet')
  expect(picture.getAttribute('srcset')).toBe(
    '/storage/posts/ab12-480.webp 480w, /storage/posts/ab12-960.webp 960w, /storage/posts/ab12-1600x900.webp 1600w',
  )
  expect(picture.getAttribute('sizes')).toBe('100vw')
  expect([picture.getAttribute('width'), picture.getAttribute('height')]).toEqual(['1600', '900'])
  expect(picture.getAttribute('loading')).toBe('lazy')
})

test('an image above the fold is fetched first', () => {
  render(<PostImage picture={pictureOf('posts/ab12-1600x900.webp', 'Loaves')} sizes="100vw" priority />)
  expect(screen.getByAltText('Loaves').getAttribute('fetchpriority')).toBe('high')
  expect(screen.getByAltText('Loaves').hasAttribute('loading')).toBe(false)
})

test('an image of unknown size is shown as it is', () => {
  render(<PostImage picture={pictureOf('posts/by-hand.jpg', 'A van')} sizes="100vw" />)
  const picture = screen.getByAltText('A van')
  expect(picture.getAttribute('src')).toBe('/storage/posts/by-hand.jpg')
  expect(picture.hasAttribute('srcset')).toBe(false)
})
