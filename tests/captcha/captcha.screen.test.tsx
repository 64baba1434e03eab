import { describe, expect, test } from 'bun:test'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createCaptcha } from '#client/api/captcha.ts'
import { ApiError } from '#client/api/http.ts'
import { RegistrationForm } from '#client/registration/registration-form.tsx'
import { CAPTCHA_LIFETIME_MS } from '#contract/limits.ts'
import { button, fillIn, input } from '#tests/registration/sign-up-form.tsx'

type Solving = { solve: (token: string) => void; fail: (error: Error) => void }

/** The form with the captcha on; the test decides when a solution is ready. `answer` is the server's response to a sign-up. */
function showForm(answer: () => Promise<string> = async () => '/welcome') {
  const asked: Solving[] = []
  const sent: unknown[] = []
  const gone: string[] = []
  const dependencies = {
    send(payload: Record<string, unknown>) {
      sent.push(payload.reCaptchaToken)
      return answer()
    },
    go: (address: string) => gone.push(address),
    solve: () => new Promise<string>((solve, fail) => asked.push({ solve, fail })),
  }
  render(
    <RegistrationForm plan={1} agreement="documents/b.pdf" captcha="/code/worker.js" dependencies={dependencies} />,
  )
  return { user: userEvent.setup(), asked, sent, gone }
}
const isChecking = () =>
  screen.getAllByRole('status').some(({ textContent }) => textContent === 'Checking that you are not a robot…')
const alert = () => screen.queryByRole('alert')?.textContent

describe('the sign-up form with the captcha on', () => {
  test('starts solving once when the reader starts to type', async () => {
    const { user, asked } = showForm()
    expect(asked).toHaveLength(0)
    await user.type(input('First Name'), 'Rosa')
    expect(asked).toHaveLength(1)
  })

  test('waits for the solution on submit, says so, and sends it', async () => {
    const { user, asked, sent, gone } = showForm()
    await fillIn(user)
    expect(isChecking()).toBe(false)
    await user.click(button())
    expect(isChecking()).toBe(true)
    expect(button().getAttribute('aria-busy')).toBe('true')
    await user.click(button())
    expect(sent).toEqual([])
    asked[0]?.solve('solution 1')
    await waitFor(() => expect(gone).toEqual(['/welcome']))
    expect([sent, isChecking(), asked.length]).toEqual([['solution 1'], false, 1])
  })

  test('does not wait for a finished solution', async () => {
    const { user, asked, sent } = showForm()
    await fillIn(user)
    asked[0]?.solve('solution 1')
    await user.click(button())
    expect(sent).toEqual(['solution 1'])
  })

  test("shows the server's error for the solution and solves another challenge", async () => {
    const message = 'The robot check has expired. Please send the form again.'
    const { user, asked, sent, gone } = showForm(async () => {
      if (sent.length === 1) throw new ApiError(422, { errors: { reCaptchaToken: { message } } })
      return '/welcome'
    })
    await fillIn(user)
    asked[0]?.solve('old')
    await user.click(button())
    await waitFor(() => expect(alert()).toBe(message))
    expect(asked).toHaveLength(2)
    asked[1]?.solve('new')
    await user.click(button())
    await waitFor(() => expect(gone).toEqual(['/welcome']))
    expect(sent).toEqual(['old', 'new'])
  })

  test('says what to do when the browser cannot solve it, and retries on the next submit', async () => {
    const { user, asked, sent } = showForm()
    await fillIn(user)
    await user.click(button())
    asked[0]?.fail(new Error('Please use another browser.'))
    await waitFor(() => expect(alert()).toBe('Please use another browser.'))
    expect([sent, isChecking()]).toEqual([[], false])
    await user.click(button())
    const last = asked.length - 1
    expect(last).toBeGreaterThan(0)
    asked[last]?.solve('solution')
    await waitFor(() => expect(sent).toEqual(['solution']))
  })
})

describe('a captcha solution', () => {
  /** One captcha with a manual clock. */
  function captcha(solve: (count: number) => Promise<string> = async (count) => `solution ${count}`) {
    const clock = { now: 0, solved: 0 }
    return {
      clock,
      ...createCaptcha(
        () => solve(++clock.solved),
        () => clock.now,
      ),
    }
  }

  test('is sent once', async () => {
    const { getToken } = captcha()
    expect([await getToken(), await getToken()]).toEqual(['solution 1', 'solution 2'])
  })

  test('is renewed shortly before it expires', async () => {
    const { prefetch, getToken, clock } = captcha()
    prefetch()
    clock.now = CAPTCHA_LIFETIME_MS - 60_001
    prefetch()
    expect(clock.solved).toBe(1)
    clock.now++
    expect(await getToken()).toBe('solution 2')
  })

  test('is not retried on every key after a failure, but on submit', async () => {
    const { prefetch, getToken, clock } = captcha(async (count) => {
      if (count === 1) throw new Error('No connection.')
      return `solution ${count}`
    })
    prefetch()
    await Promise.resolve()
    prefetch()
    expect(clock.solved).toBe(1)
    expect(await getToken()).toBe('solution 2')
  })
})
