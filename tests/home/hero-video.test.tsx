import { expect, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { heroMedia } from '#client/home/hero-media.ts'
import HeroVideo from '#client/home/hero-video.tsx'

test('the server renders a video with native controls for readers without JavaScript only', () => {
  const [before, film, after] = renderToString(<HeroVideo />).split(/<noscript>|<\/noscript>/)
  expect(film).toMatch(/^<video [^>]*controls=""[^>]*>(?:<source [^>]+>){5}<\/video>$/)
  expect(film).toContain(`poster="/storage/${heroMedia.dark.poster}"`)
  expect(`${before}${after}`).not.toContain('<video')
})
