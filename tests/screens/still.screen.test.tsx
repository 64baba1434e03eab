import { afterEach, describe, expect, mock, test } from 'bun:test'
import { act, render } from '@testing-library/react'
import { createContext, type ReactNode, useContext } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { PRELOAD_ERROR } from '#client/hooks/preload.ts'
import { loadStills, still } from '#client/ui/still.tsx'

const Theme = createContext('dark')
const Picture = ({ of }: { of: string }) => <p>{`${of}, ${useContext(Theme)}`}</p>
const loader = () => mock(async () => ({ default: Picture }))

/** What React says of a page that it cannot take over. */
const complaints: unknown[] = []
let root: Root | undefined
afterEach(() => {
  act(() => root?.unmount())
  root = undefined
  document.body.replaceChildren()
  complaints.length = 0
})

/** A document of the server's, taken over by a browser that has not the picture's code. */
async function arrive(page: ReactNode, html: string) {
  const container = document.createElement('div')
  container.innerHTML = html
  document.body.append(container)
  const onRecoverableError = (error: unknown) => complaints.push(error)
  await act(async () => {
    root = hydrateRoot(container, page, { onRecoverableError })
  })
  return container
}

describe('a still', () => {
  test('is drawn whole by a server that has loaded it', async () => {
    const Bread = still(loader())
    await loadStills()
    expect(renderToString(<Bread of="Bread" />)).toContain('<p>Bread, dark</p>')
  })

  test('stays in the browser as it came with the document, and its code is never asked for', async () => {
    const Served = still(loader())
    await loadStills()
    const html = renderToString(<Served of="Bread" />)
    const load = loader()
    const Arrived = still(load)
    const page = await arrive(<Arrived of="Bread" />, html)
    const drawn = page.querySelector('p')
    expect(drawn?.textContent).toBe('Bread, dark')

    await act(async () => root?.render(<Arrived of="Rolls" />))
    expect(page.querySelector('p')).toBe(drawn)
    expect(load).not.toHaveBeenCalled()
    expect(complaints).toEqual([])
  })

  test('stays when a context above it changes', async () => {
    const Served = still(loader())
    await loadStills()
    const load = loader()
    const Arrived = still(load)
    const themed = (Still: typeof Served, theme: string) => (
      <Theme value={theme}>
        <Still of="Bread" />
      </Theme>
    )
    const page = await arrive(themed(Arrived, 'dark'), renderToString(themed(Served, 'dark')))
    const drawn = page.querySelector('p')
    await act(async () => root?.render(themed(Arrived, 'light')))
    expect(page.querySelector('p')).toBe(drawn)
    expect(load).not.toHaveBeenCalled()
  })

  test('is fetched where a page inside the app needs it, and its place is kept meanwhile', async () => {
    const load = loader()
    const Bread = still(load, 'aspect-ratio: 2 / 1;')
    const { container, findByText } = render(<Bread of="Bread" />)
    expect(container.textContent).toBe('')
    expect(getComputedStyle(container.querySelector('div > div > div') ?? document.body).aspectRatio).toBe('2 / 1')
    await findByText('Bread, dark')
    expect(load).toHaveBeenCalledTimes(1)
  })

  test('whose code cannot be fetched raises preload-error, and is tried again', async () => {
    const load = loader().mockImplementationOnce(() => Promise.reject(new Error('gone')))
    const Bread = still(load)
    const raised = mock((event: Event) => event.type)
    window.addEventListener(PRELOAD_ERROR, raised, { once: true })
    const { findByText } = render(<Bread of="Bread" />)
    await findByText('Bread, dark', {}, { timeout: 4_000 })
    expect(raised).toHaveBeenCalledTimes(1)
    expect(load).toHaveBeenCalledTimes(2)
  })
})
