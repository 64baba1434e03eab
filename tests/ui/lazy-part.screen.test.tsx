import { afterEach, describe, expect, mock, test } from 'bun:test'
import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { PRELOAD_ERROR } from '#client/lib/loading.ts'
import { lazyPart } from '#client/ui/base/lazy-part.tsx'

const Bread = ({ of }: { of: string }) => <button type="button">{of}</button>
const fetchBread = async () => ({ default: Bread })

/** Mismatches that React reports during hydration. */
const mismatches: unknown[] = []
let root: Root | undefined
afterEach(() => {
  act(() => root?.unmount())
  root = undefined
  document.body.replaceChildren()
  mismatches.length = 0
})

async function renderOnServer(): Promise<string> {
  const Part = lazyPart(fetchBread)
  await Part.load()
  return renderToString(<Part of="Bread" />)
}

async function hydrate(page: ReactNode, html: string) {
  const container = document.createElement('div')
  container.innerHTML = html
  document.body.append(container)
  await act(async () => {
    root = hydrateRoot(container, page, { onRecoverableError: (error) => mismatches.push(error) })
  })
  return container
}

describe('a lazy part', () => {
  test('is rendered by a server that has loaded its chunk', async () => {
    expect(await renderOnServer()).toContain('<button type="button">Bread</button>')
  })

  test("keeps the server's markup until its chunk arrives, and is hydrated then", async () => {
    const { promise, resolve } = Promise.withResolvers<{ default: typeof Bread }>()
    const Part = lazyPart(() => promise)
    const page = await hydrate(<Part of="Bread" />, await renderOnServer())
    const rendered = page.querySelector('button')
    expect(rendered?.textContent).toBe('Bread')
    await act(async () => resolve({ default: Bread }))
    expect(page.querySelector('button')).toBe(rendered)
    await act(async () => root?.render(<Part of="Rolls" />))
    expect(page.querySelector('button')).toBe(rendered)
    expect(rendered?.textContent).toBe('Rolls')
    expect(mismatches).toEqual([])
  })

  test('is rendered at once when its chunk is loaded', async () => {
    const Part = lazyPart(fetchBread)
    await Part.load()
    expect(render(<Part of="Bread" />).container.textContent).toBe('Bread')
  })

  test("keeps the server's markup when its chunk cannot be fetched, raises preload-error, says so and retries", async () => {
    const fetchChunk = mock(fetchBread).mockImplementationOnce(() => Promise.reject(new Error('gone')))
    const Part = lazyPart(fetchChunk)
    const raised = mock((event: Event) => event.type)
    window.addEventListener(PRELOAD_ERROR, raised, { once: true })
    const page = await hydrate(<Part of="Bread" />, await renderOnServer())
    expect(raised).toHaveBeenCalledTimes(1)
    expect(page.querySelector('button')?.textContent).toBe('Bread')
    expect(screen.getByRole('status').textContent).toContain('Loading failed for a part of this page.')
    await act(async () => {
      while (fetchChunk.mock.calls.length < 2) await Bun.sleep(20)
    })
    expect(screen.queryByRole('status')).toBeNull()
    await act(async () => root?.render(<Part of="Rolls" />))
    expect(page.textContent).toBe('Rolls')
    expect(mismatches).toEqual([])
  })

  test('that throws is left out, and the page says so', async () => {
    const Part = lazyPart(async () => ({
      default: () => {
        throw new Error('a defect')
      },
    }))
    await act(async () => void render(<Part />))
    expect(screen.getByRole('alert').textContent).toContain('Reload the page.')
  })
})
