import { adminPaths } from '#contract/admin-paths.ts'
import type { Presence } from '#contract/presence.ts'
import type { TestApp } from '#tests/helpers/test-app.ts'

/** Another administrator of the same site. Returns their token. */
export async function invited(app: TestApp, token: string, name: string): Promise<string> {
  const email = `${name.toLowerCase()}@bakery.example`
  const answer = await app.send('POST', adminPaths.invitations, { token, json: { email } })
  const link: string = (await answer.json()).path
  const person = { name, password: 'three sacks of flour', token: link.split('#')[1] }
  await app.post(adminPaths.acceptInvitation, person)
  const login = await app.post(adminPaths.login, { email, password: person.password })
  return (await login.json()).token
}

/** Opens the stream of a post. `next` resolves with the next line, or `undefined` once the stream has ended. */
export async function watching(app: TestApp, token: string, id = 'bread') {
  const answer = await app.send('GET', adminPaths.presence(id), { token })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  return {
    answer,
    async next(): Promise<Presence | undefined> {
      while (!rest.includes('\n')) {
        const part = await reader?.read()
        if (!part || part.done) return
        rest += part.value
      }
      const line = rest.slice(0, rest.indexOf('\n'))
      rest = rest.slice(line.length + 1)
      return JSON.parse(line)
    },
    leave: () => reader?.cancel(),
  }
}
