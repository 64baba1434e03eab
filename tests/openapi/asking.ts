import { expect } from 'bun:test'
import type { TestApp } from '#tests/helpers/test-app.ts'
import { wrongIn } from './described.ts'

export type Sent = Parameters<TestApp['send']>[2] & {
  /** Path parameters. */
  at?: Record<string, string>
  /** `?q=…` */
  query?: string
  body?: string
}

/** Calls operations of an app by name, `GET /api/tags`, and checks each response against the description. */
export function asking() {
  const seen = new Set<string>()

  async function ask(app: TestApp, name: string, { at = {}, query = '', body, ...sent }: Sent = {}): Promise<Response> {
    const [method = '', path = ''] = name.split(' ')
    const address = path.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(at[key] ?? 'nothing')) + query
    const answer =
      body === undefined
        ? await app.send(method, address, sent)
        : await app.get(address, { method, body, ...headersOf(sent) })
    expect(await wrongIn(name, answer), `${name} ${answer.status}`).toEqual([])
    seen.add(`${name} ${answer.status}`)
    return answer
  }

  return { ask, seen }
}

const headersOf = ({ token, headers = {} }: Pick<Sent, 'token' | 'headers'>) => ({
  headers: {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  },
})
