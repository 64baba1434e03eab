import { afterEach, expect, jest, test } from 'bun:test'
import { refreshIndexOnChange } from '#server/blog/search/keep-ready.ts'

afterEach(() => {
  jest.useRealTimers()
})

/** A refresher with a delay of a second; `change` notifies it. */
function createRefresh(prepare = async () => {}) {
  jest.useFakeTimers()
  const prepared = jest.fn(prepare)
  const warned: string[] = []
  const listeners: (() => void)[] = []
  const refresh = refreshIndexOnChange({
    content: { onChange: (listener) => void listeners.push(listener) },
    prepare: prepared,
    log: { warn: (message) => void warned.push(message) },
    debounceMs: 1_000,
  })
  const change = () => {
    for (const listener of listeners) listener()
  }
  return { ...refresh, prepared, warned, change }
}

test('prepares the search index after startup and once after a series of changes', () => {
  const { start, change, prepared } = createRefresh()
  change()
  jest.advanceTimersByTime(2_000)
  expect(prepared).toHaveBeenCalledTimes(0)
  start()
  jest.advanceTimersByTime(1_000)
  expect(prepared).toHaveBeenCalledTimes(1)
  for (let save = 0; save < 5; save++) {
    change()
    jest.advanceTimersByTime(900)
  }
  expect(prepared).toHaveBeenCalledTimes(1)
  jest.advanceTimersByTime(100)
  expect(prepared).toHaveBeenCalledTimes(2)
})

test('logs a failure and retries after the next change', async () => {
  const { start, change, prepared, warned } = createRefresh(() => Promise.reject(new Error('no thread')))
  start()
  jest.advanceTimersByTime(1_000)
  await Promise.resolve()
  await Promise.resolve()
  expect(warned).toEqual(['search not prepared'])
  change()
  jest.advanceTimersByTime(1_000)
  expect(prepared).toHaveBeenCalledTimes(2)
})

test('prepares nothing after it is closed', () => {
  const { start, change, close, prepared } = createRefresh()
  start()
  close()
  change()
  jest.advanceTimersByTime(5_000)
  expect(prepared).toHaveBeenCalledTimes(0)
})
