import type { AdministratorList, Invited } from '#contract/accounts.ts'
import { adminPaths } from '#contract/admin-paths.ts'
import { ADMIN, type TestAppOptions, testApp } from '#tests/helpers/test-app.ts'

export const ANN = { name: 'Ann Baker', email: 'ann@bakery.example', password: 'a fresh rye loaf' }
export const BOB = { name: 'Bob Miller', email: 'bob@bakery.example', password: 'three sacks of flour' }

/** The running app with a manual clock, and the requests of administrators. */
export async function appWithPeople(options: TestAppOptions = {}) {
  let time = Date.parse('2026-03-01T10:00:00Z')
  const now = () => new Date(time)
  const app = await testApp({ now, ...options, env: { RATE_LIMITS: 'off', ...options.env } })

  async function logIn({ email, password }: { email: string; password: string }): Promise<string> {
    const { token }: { token: string } = await (await app.post(adminPaths.login, { email, password })).json()
    return token
  }
  const tokenIn = ({ path }: Invited) => path.slice(path.indexOf('#') + 1)
  async function invite(token: string, email: string): Promise<Invited> {
    return (await app.send('POST', adminPaths.invitations, { token, json: { email } })).json()
  }
  const findInvitation = (token: string) => app.post(adminPaths.lookUpInvitation, { token })
  const accept = (token: string, { name, password }: { name: string; password: string }) =>
    app.post(adminPaths.acceptInvitation, { token, name, password })
  const people = async (token: string): Promise<AdministratorList> =>
    (await app.send('GET', adminPaths.administrators, { token })).json()

  return {
    ...app,
    now,
    pass: (ms: number) => {
      time += ms
    },
    logIn,
    tokenIn,
    invite,
    lookUp: findInvitation,
    accept,
    people,
    /** Makes one more administrator and returns their id and token. */
    async add(token: string, person: typeof ANN) {
      await accept(tokenIn(await invite(token, person.email)), person)
      const own = await logIn(person)
      const id = (await people(own)).administrators.find(({ current }) => current)?.id ?? ''
      return { id, token: own }
    },
    /** The first administrator. */
    async first() {
      const token = await logIn(ADMIN)
      const id = (await people(token)).administrators[0]?.id ?? ''
      return { id, token }
    },
    isLoggedIn: async (token: string) => (await app.send('GET', adminPaths.account, { token })).status === 200,
  }
}
