import { afterEach, describe, expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import { ADMIN_DEVICE_KEY } from '#client/admin/login/admin-token.ts'
import { submitLogin } from './open-login.tsx'

const realWorker = globalThis.Worker
afterEach(() => {
  globalThis.Worker = realWorker
})

/** Replaces the worker that solves challenges; answers at once. */
function solvingWorker(answer: object) {
  const urls: string[] = []
  class SolvingWorker extends EventTarget implements Worker {
    onmessage: Worker['onmessage'] = null
    onmessageerror: Worker['onmessageerror'] = null
    onerror: Worker['onerror'] = null
    constructor(url: string | URL) {
      super()
      urls.push(String(url))
    }
    postMessage() {
      queueMicrotask(() => this.onmessage?.(new MessageEvent('message', { data: answer })))
    }
    terminate() {}
  }
  globalThis.Worker = SolvingWorker
  return urls
}

const challenge = { signature: 'ab' }
const demand = {
  status: 422,
  body: {
    message: 'Prove it.',
    errors: { proofOfWork: { message: 'Prove it.' } },
    challenge,
    solver: '/code/solver.js',
  },
}

const proofIn = (json: unknown) => {
  const { proofOfWork } = json as { proofOfWork?: string }
  return proofOfWork === undefined ? undefined : JSON.parse(atob(proofOfWork))
}

describe('the login page when the server asks for a proof of work', () => {
  test('solves the challenge with the script that the server names, and logs in without another click', async () => {
    const urls = solvingWorker({ counter: 5 })
    const { asked } = await submitLogin({
      'POST /api/admin/login': ({ json }) =>
        proofIn(json) ? { body: { token: 'a.b.c', deviceToken: 'd.e.f' } } : demand,
    })
    expect(await screen.findByText('The dashboard')).toBeTruthy()
    expect(urls).toEqual(['/code/solver.js'])
    expect(asked.map(({ json }) => proofIn(json))).toEqual([undefined, { challenge, solution: { counter: 5 } }])
    expect(localStorage.getItem(ADMIN_DEVICE_KEY)).toBe('d.e.f')
  })

  test("gives up after three proofs and shows the server's message", async () => {
    const urls = solvingWorker({ counter: 5 })
    const { asked } = await submitLogin({ 'POST /api/admin/login': () => demand })
    expect((await screen.findByRole('alert')).textContent).toContain('Prove it.')
    expect([urls.length, asked.length]).toEqual([3, 4])
  })

  test('shows what to do in a browser that cannot solve the challenge', async () => {
    solvingWorker({ error: 'no crypto' })
    await submitLogin({ 'POST /api/admin/login': () => demand })
    expect((await screen.findByRole('alert')).textContent).toContain('use another browser')
  })

  test('sends the device token of a browser that has logged in before', async () => {
    localStorage.setItem(ADMIN_DEVICE_KEY, 'd.e.f')
    const { asked } = await submitLogin({
      'POST /api/admin/login': () => ({ body: { token: 'a.b.c', deviceToken: 'd.e.f' } }),
    })
    expect(await screen.findByText('The dashboard')).toBeTruthy()
    expect(asked[0]?.json).toEqual({ email: 'editor@acme.example', password: 'correct horse', deviceToken: 'd.e.f' })
    expect(localStorage.getItem(ADMIN_DEVICE_KEY)).toBe('d.e.f')
  })
})
