import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test'
import { ApiError } from '#client/api/http.ts'
import { sendAgainWhileBusy } from '#client/api/send-again.ts'

const busy = (seconds?: number) => new ApiError(503, { message: 'Too busy.' }, seconds)

/** Sends; `answers` are the outcomes in order, the last one again and again. */
function sending(...answers: (string | ApiError)[]) {
  const leaving = new AbortController()
  const sent: number[] = []
  const waits: number[] = []
  const begunAt = Date.now()
  const result = sendAgainWhileBusy(
    async () => {
      sent.push(Date.now() - begunAt)
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (answer instanceof ApiError) throw answer
      return answer
    },
    () => waits.push(Date.now() - begunAt),
    leaving.signal,
  ).catch((error: ApiError) => error)
  return { leave: () => leaving.abort(), sent, waits, result }
}

async function pass(ms: number): Promise<void> {
  for (let n = 0; n < ms; n += 500) {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    jest.advanceTimersByTime(500)
  }
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

describe('a form that meets a full server', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  test('is sent again after the time of Retry-After, each time, until it is accepted', async () => {
    const { sent, waits, result } = sending(busy(5), busy(2), 'accepted')
    await pass(10_000)
    expect(await result).toBe('accepted')
    expect([sent, waits]).toEqual([
      [0, 5_000, 7_000],
      [0, 5_000],
    ])
  })

  test('is given up after two minutes with the last response', async () => {
    const { sent, result } = sending(busy(30))
    await pass(150_000)
    expect(await result).toMatchObject({ status: 503, message: 'Too busy.' })
    expect(sent).toEqual([0, 30_000, 60_000, 90_000, 120_000])
  })

  test('is not sent again without Retry-After, and after any other failure', async () => {
    for (const failure of [busy(), new ApiError(429, {}, 900), new ApiError(422), new ApiError(0)]) {
      const { sent, result } = sending(failure)
      await pass(10_000)
      expect(await result).toBe(failure)
      expect(sent).toEqual([0])
    }
  })

  test('is not sent again once its page was left', async () => {
    const { leave, sent, result } = sending(busy(5), 'accepted')
    await pass(1_000)
    leave()
    expect(await result).toMatchObject({ status: 503 })
    await pass(10_000)
    expect(sent).toEqual([0])
  })
})
