import { afterEach, describe, expect, test } from 'bun:test'
import { act, render, screen } from '@testing-library/react'
import { PresenceNotice } from '#client/admin/post-form/presence-notice.tsx'
import type { Presence } from '#contract/presence.ts'

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
})

/** Replaces the network with one stream, and renders the notice for a text based on revision `r1`. */
function open() {
  const opened: { path: string; signal: AbortSignal | null | undefined }[] = []
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    stream = controller
  }
  const answer = async (path: string | URL | Request, { signal }: RequestInit = {}) => {
    opened.push({ path: String(path), signal })
    return new Response(new ReadableStream({ start }))
  }
  globalThis.fetch = Object.assign(answer, { preconnect: () => {} })
  const view = render(<PresenceNotice postId="bread" revision="r1" />)
  const bytes = (text: string) => act(async () => stream?.enqueue(new TextEncoder().encode(text)))
  const line = (state: Partial<Presence>) =>
    bytes(`${JSON.stringify({ others: [], revision: 'r1', saved: null, ...state })}\n`)
  return { ...view, opened, bytes, line, end: () => act(async () => stream?.close()) }
}
const at = '2026-05-01T10:42:00.000Z'
const notice = () => screen.getByRole('status')

describe('the notice about others on a post', () => {
  test('is empty for an administrator who is alone', async () => {
    const { line } = open()
    await line({})
    expect(notice().textContent).toBe('')
  })

  test('names who is editing, as they come and go', async () => {
    const { line, opened } = open()
    await line({ others: ['Ann'] })
    expect(notice().textContent).toBe('Ann is editing this post.')
    await line({ others: ['Ann', 'Bob', 'Cy'] })
    expect(notice().textContent).toBe('Ann, Bob and Cy are editing this post.')
    await line({})
    expect(notice().textContent).toBe('')
    expect(opened.map(({ path }) => path)).toEqual(['/api/presence/bread'])
  })

  test('reads a line that arrives in two parts', async () => {
    const { bytes } = open()
    await bytes('{"others":["A')
    await bytes('nn"],"revision":"r1","saved":null}\n')
    expect(notice().textContent).toBe('Ann is editing this post.')
  })

  test('says who saved, and that the text is kept', async () => {
    const { line } = open()
    await line({ revision: 'r2', saved: { by: 'Ann', own: false, at } })
    expect(notice().textContent).toMatch(
      /^Ann saved this post at \d+:42 [AP]M\. Your text is kept and merged when you save\.$/,
    )
  })

  test('says that the file was changed outside the dashboard', async () => {
    const { line } = open()
    await line({ revision: 'r2', saved: { by: null, own: false, at } })
    expect(notice().textContent).toContain('The file of this post was changed at ')
  })

  test('is silent about the own save, and about one that the text has', async () => {
    const { line, rerender } = open()
    await line({ revision: 'r2', saved: { by: 'Me', own: true, at } })
    expect(notice().textContent).toBe('')
    await line({ revision: 'r3', saved: { by: 'Ann', own: false, at } })
    rerender(<PresenceNotice postId="bread" revision="r3" />)
    expect(notice().textContent).toBe('')
  })

  test('forgets who was there once the stream ends, and closes it with the page', async () => {
    const { line, end, opened, unmount } = open()
    await line({ others: ['Ann'], revision: 'r2' })
    await end()
    expect(notice().textContent).toBe(
      'This post has changed in the meantime. Your text is kept and merged when you save.',
    )
    const again = open()
    unmount()
    again.unmount()
    expect([opened, again.opened].flat().at(-1)?.signal?.aborted).toBe(true)
  })
})
