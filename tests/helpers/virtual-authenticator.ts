import type { Page } from 'playwright'

/** The address of a site where browsers offer passkeys: they belong to a domain, which 127.0.0.1 is not. */
export const onLocalhost = (url: string) => url.replace('127.0.0.1', 'localhost')

/** Gives the page a device with a passkey store and a fingerprint reader that always agrees. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
}

/** Adds a passkey on the account page, which is open. */
export async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of a new passkey').fill(name)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: `Rename ${name}` }).waitFor()
}

/** Logs in on the login page, which is open. */
export const logInWithPasskey = (page: Page) => page.getByRole('button', { name: 'Log in with a passkey' }).click()
