import { adminPaths } from '#contract/admin-paths.ts'
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from '#tests/helpers/software-authenticator.ts'
import type { TestAppOptions } from '#tests/helpers/test-app.ts'
import { siteAndShell } from './shell.ts'

/** The origin at which requests of `testApp` arrive. */
export const HOME = 'http://localhost'

/** A site whose administrator is logged in with the password and has one passkey, where the site offers them at `HOME`. */
export async function createPasskeySite(options: TestAppOptions = {}) {
  const site = await siteAndShell(options)
  const { token }: { token: string } = await (await site.logIn()).json()
  const first = await createSoftwareAuthenticator(HOME)

  const call = (path: string, json: unknown = {}, as = token) => site.send('POST', path, { json, token: as })
  async function optionsOf(path: string, as = token) {
    const answer = await call(path, {}, as)
    return answer.json()
  }
  async function add(authenticator: SoftwareAuthenticator, name: string, forged = {}) {
    const passkey = await authenticator.create(await optionsOf(adminPaths.newPasskeyOptions), forged)
    return call(adminPaths.passkeys, { name, passkey })
  }
  async function confirm(authenticator: SoftwareAuthenticator, as = token) {
    const passkey = await authenticator.get(await optionsOf(adminPaths.passkeyConfirmationOptions, as))
    return call(adminPaths.passkeyConfirmation, { passkey }, as)
  }
  const added = options.env?.PUBLIC_URL === undefined ? await add(first, 'Laptop') : undefined

  return {
    ...site,
    token,
    first,
    added,
    call,
    optionsOf,
    add,
    confirm,
    loginOptions: async () => (await site.post(adminPaths.passkeyLoginOptions, {})).json(),
    /** Logs in with the passkey alone. `forged`: what a forged response says. */
    async logInWith(authenticator: SoftwareAuthenticator, forged = {}, deviceToken?: string) {
      const options = await (await site.post(adminPaths.passkeyLoginOptions, {})).json()
      return site.post(adminPaths.passkeyLogin, { passkey: await authenticator.get(options, forged), deviceToken })
    },
    list: async (as = token) => (await site.send('GET', adminPaths.passkeys, { token: as })).json(),
    setMethod: (method: string, as = token) => call(adminPaths.loginMethod, { method }, as),
    /** Chooses a method as the dashboard does: after a confirmation with the passkey. */
    async choose(method: string) {
      await confirm(first)
      return call(adminPaths.loginMethod, { method })
    },
  }
}
export type PasskeySite = Awaited<ReturnType<typeof createPasskeySite>>

export const bodyOf = async (answer: Response) => [answer.status, await answer.json()]
