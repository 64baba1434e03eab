import { describe, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import type { CodeSetup } from '#contract/codes.ts'
import { CONFIRMATION_NEEDED } from '#contract/confirmation.ts'
import type { Answers } from './answers.ts'
import { withoutClipboard } from './clipboard.ts'
import { accountAnswers, anAccount, openAccount } from './open-account.tsx'

const SET_UP = 'POST /api/admin/codes/setup'
const ON = 'POST /api/admin/codes'
const OFF = 'DELETE /api/admin/codes'
const RENEW = 'POST /api/admin/codes/recovery'
const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const setup: CodeSetup = {
  setup: 'setup-1',
  secret: SECRET,
  url: `otpauth://totp/Testery:ada%40baker.example?secret=${SECRET}`,
  qr: { size: 9, path: 'M4 4h1v1h-1z' },
  until: new Date(Date.now() + 600_000).toISOString(),
}
const recoveryCodes = ['aaaaaa-bbbbbb-cccccc-dddddd', 'eeeeee-ffffff-gggggg-hhhhhh']
const since = new Date().toISOString()
const on = (recoveryCodesLeft = 8) => accountAnswers({ account: anAccount({ code: { since, recoveryCodesLeft } }) })

const panel = () => within(screen.getByRole('region', { name: 'Authenticator app' }))
const focused = () => document.activeElement?.textContent
const heading = 'Authenticator app'

/** An app that is set up with the code 123456. */
function offUntilSetUp(): Answers {
  const wrong = 'This code is wrong, has expired, or was used before.'
  const answers: Answers = {
    ...accountAnswers(),
    [SET_UP]: () => ({ body: setup }),
    [ON]: ({ json }) => {
      if (!Bun.deepEquals(json, { setup: 'setup-1', code: '123456' }))
        return { status: 422, body: { message: wrong, errors: { code: { message: wrong } } } }
      Object.assign(answers, on(10))
      return { body: { recoveryCodes } }
    },
  }
  return answers
}

async function atSetup(answers: Answers = offUntilSetUp()) {
  const page = await openAccount(answers)
  await page.user.click(panel().getByRole('button', { name: 'Set up an authenticator app' }))
  await panel().findByRole('img', { name: 'QR code of the key' })
  return page
}
const enter = async ({ user }: Awaited<ReturnType<typeof atSetup>>, code: string) =>
  user.type(panel().getByLabelText('Code'), `${code}{Enter}`)

describe('an authenticator app that is off', () => {
  test('is set up with a QR code or the key, which can be copied', async () => {
    const { user } = await atSetup()
    expect(focused()).toBe('Add this site to your authenticator app')
    const picture = panel().getByRole('img')
    expect(picture.getAttribute('viewBox')).toBe('0 0 9 9')
    expect([...picture.children].map((path) => [path.getAttribute('fill'), path.getAttribute('d')])).toEqual([
      ['white', 'M0 0h9v9H0z'],
      ['black', setup.qr.path],
    ])
    expect(panel().getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeTruthy()
    await user.click(panel().getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Key copied')).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(SECRET)
  })

  test('selects key and recovery codes where the browser does not allow copying, and says so', async () => {
    const page = await atSetup()
    withoutClipboard()
    await page.user.click(panel().getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText(/The text is selected: copy it by hand/)).toBeTruthy()
    expect(String(getSelection())).toBe('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')
    await enter(page, '123456')
    await panel().findByRole('list', { name: 'Your recovery codes' })
    await page.user.click(panel().getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText(/The text is selected: copy it by hand/)).toBeTruthy()
    expect(String(getSelection())).toBe(recoveryCodes.join(''))
  })

  test('is on after a right code: recovery codes are shown once, and sessions and people are loaded again', async () => {
    const page = await atSetup()
    const before = page.calls('GET /api/admin/sessions').length
    await enter(page, '123456')
    const codes = await panel().findByRole('list', { name: 'Your recovery codes' })
    expect(
      within(codes)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(recoveryCodes)
    expect(focused()).toBe('Your recovery codes')
    expect(screen.getByText('Your authenticator app is on. Your other sessions are ended')).toBeTruthy()
    expect(panel().queryByRole('img')).toBeNull()
    await waitFor(() => expect(page.calls('GET /api/admin/sessions').length).toBeGreaterThan(before))
    await page.user.click(panel().getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe(recoveryCodes.map((code) => `${code}\n`).join(''))
    await page.user.click(panel().getByRole('button', { name: 'Done' }))
    expect(focused()).toBe(heading)
    expect(panel().queryByText('aaaaaa-bbbbbb-cccccc-dddddd')).toBeNull()
    expect(panel().getByText(/10 recovery codes are left\./)).toBeTruthy()
  })

  test('names a missing and a wrong code at the field, and keeps the key', async () => {
    const page = await atSetup()
    await enter(page, '')
    expect((await panel().findByRole('alert')).textContent).toContain('Code')
    expect(page.calls(ON)).toEqual([])
    await enter(page, '000000')
    expect(await panel().findAllByText('This code is wrong, has expired, or was used before.')).toHaveLength(2)
    expect(panel().getByLabelText('Code').getAttribute('aria-invalid')).toBe('true')
    expect(panel().getByRole('img')).toBeTruthy()
  })

  test('starts again, with the reason, when the setup has expired', async () => {
    const message = 'This setup has expired. Please start again.'
    const page = await atSetup({
      ...offUntilSetUp(),
      [ON]: () => ({ status: 422, body: { message, errors: { setup: { message } } } }),
    })
    await enter(page, '123456')
    expect((await panel().findByRole('alert')).textContent).toContain(message)
    expect(focused()).toBe(heading)
    await page.user.click(panel().getByRole('button', { name: 'Set up an authenticator app' }))
    expect(await panel().findByRole('img')).toBeTruthy()
    expect(panel().queryByRole('alert')).toBeNull()
  })

  test('stays off after Cancel', async () => {
    const { user, calls } = await atSetup()
    await user.click(panel().getByRole('button', { name: 'Cancel' }))
    expect(panel().queryByRole('img')).toBeNull()
    expect(focused()).toBe(heading)
    expect(calls(ON)).toEqual([])
  })

  test('is turned on after a confirmation, where the server asks for one meanwhile', async () => {
    let confirmed = false
    const page = await atSetup({
      ...accountAnswers(),
      [SET_UP]: () => ({ body: setup }),
      [ON]: () =>
        confirmed
          ? { body: { recoveryCodes } }
          : { status: 403, body: { message: CONFIRMATION_NEEDED, confirmation: 'password' } },
      'POST /api/admin/confirmation': () => {
        confirmed = true
        return { body: { confirmedUntil: new Date().toISOString() } }
      },
    })
    await enter(page, '123456')
    await screen.findByRole('dialog', { name: CONFIRMATION_NEEDED })
    await page.user.keyboard('correct horse{Enter}')
    expect(await panel().findByRole('list', { name: 'Your recovery codes' })).toBeTruthy()
    expect(page.calls(ON)).toHaveLength(2)
  })

  test('asks for a confirmation first, and shows nothing when it is canceled', async () => {
    const { user } = await openAccount({
      ...accountAnswers(),
      [SET_UP]: () => ({ status: 403, body: { message: CONFIRMATION_NEEDED, confirmation: 'password' } }),
    })
    await user.click(panel().getByRole('button', { name: 'Set up an authenticator app' }))
    const dialog = within(await screen.findByRole('dialog', { name: CONFIRMATION_NEEDED }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(panel().queryByRole('alert')).toBeNull()
    expect(panel().getByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy()
  })
})

describe('an authenticator app that is on', () => {
  test('says how many recovery codes are left, and makes new ones', async () => {
    const answers = on(1)
    answers[RENEW] = () => {
      Object.assign(answers, on(10))
      return { body: { recoveryCodes } }
    }
    const { user } = await openAccount(answers)
    expect(panel().getByText(/1 recovery code is left\./)).toBeTruthy()
    await user.click(panel().getByRole('button', { name: 'New recovery codes' }))
    expect(await panel().findByText('eeeeee-ffffff-gggggg-hhhhhh')).toBeTruthy()
    expect(focused()).toBe('Your recovery codes')
    await user.click(panel().getByRole('button', { name: 'Done' }))
    expect(panel().getByText(/10 recovery codes are left\./)).toBeTruthy()
  })

  test('is turned off after a question, with the focus in the section', async () => {
    const answers = on()
    answers[OFF] = () => {
      Object.assign(answers, accountAnswers())
      return { body: { message: 'Turned off.' } }
    }
    const { user, calls } = await openAccount(answers)
    const ask = async () => {
      await user.click(panel().getByRole('button', { name: 'Turn off the authenticator app' }))
      return within(await screen.findByRole('dialog', { name: 'Turn off your authenticator app?' }))
    }
    await user.click((await ask()).getByRole('button', { name: 'Cancel' }))
    expect(calls(OFF)).toEqual([])
    await user.click((await ask()).getByRole('button', { name: 'Turn off' }))
    expect(await panel().findByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy()
    expect(screen.getByText('Your authenticator app is off. Your other sessions are ended')).toBeTruthy()
    await waitFor(() => expect(focused()).toBe(heading))
    await waitFor(() => expect(calls('GET /api/admin/sessions')).toHaveLength(2))
  })

  test('shows why it stays on, and its present state', async () => {
    const answers = on()
    answers[OFF] = () => {
      Object.assign(answers, accountAnswers())
      return { status: 409, body: { message: 'Your authenticator app is turned off already.' } }
    }
    const { user } = await openAccount(answers)
    await user.click(panel().getByRole('button', { name: 'Turn off the authenticator app' }))
    const question = within(await screen.findByRole('dialog', { name: 'Turn off your authenticator app?' }))
    await user.click(question.getByRole('button', { name: 'Turn off' }))
    expect((await panel().findByRole('alert')).textContent).toContain('turned off already')
    expect(panel().getByRole('button', { name: 'Set up an authenticator app' })).toBeTruthy()
  })
})
