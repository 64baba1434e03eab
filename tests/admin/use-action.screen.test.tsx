import { expect, mock, test } from 'bun:test'
import { act, renderHook } from '@testing-library/react'
import { ConfirmationCanceled, FormError } from '#client/admin/shared/errors.tsx'
import { useAction } from '#client/admin/shared/use-action.ts'

const running = (action: () => unknown) => renderHook(() => useAction(action)).result

test('an action that is running is not started again', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const action = mock(() => promise)
  const result = running(action)
  let first: Promise<boolean> | undefined
  let second: boolean | undefined
  await act(async () => {
    first = result.current.run()
    second = await result.current.run()
  })
  expect(result.current.busy).toBe(true)
  expect(second).toBe(false)
  await act(async () => resolve())
  expect(await first).toBe(true)
  expect(result.current.busy).toBe(false)
  expect(action).toHaveBeenCalledTimes(1)
})

test('each failure of an action has its own number, and the errors of fields', async () => {
  const errors = { name: { message: 'Name is required.' } }
  const result = running(() => {
    throw new FormError(errors)
  })
  await act(() => result.current.run())
  expect(result.current.failure).toMatchObject({ attempt: 1, errors, message: expect.stringContaining('Name') })
  await act(() => result.current.run())
  expect(result.current.failure?.attempt).toBe(2)
  act(() => result.current.dismiss())
  expect(result.current.failure).toBeUndefined()
})

test('an action whose confirmation is canceled has not succeeded, and shows no failure', async () => {
  const result = running(() => Promise.reject(new ConfirmationCanceled()))
  let succeeded: boolean | undefined
  await act(async () => {
    succeeded = await result.current.run()
  })
  expect(succeeded).toBe(false)
  expect(result.current.failure).toBeUndefined()
})
