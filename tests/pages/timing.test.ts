import { expect, test } from 'bun:test'
import { aWorld } from './test-pages.ts'

test('sends Server-Timing of a page in development only', async () => {
  const timing = async (timed: boolean) => (await (await aWorld({ timed })).get('/blog')).headers.get('server-timing')
  expect(await timing(true)).toMatch(/^load;dur=[\d.]+, render;dur=[\d.]+, document;dur=[\d.]+$/)
  expect(await timing(false)).toBeNull()
})
