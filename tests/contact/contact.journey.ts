import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, hydrated, test } from '#tests/helpers/journey.ts'

const typed = { Name: 'Ann Baker', Email: 'ann@bakery.example', Message: 'Sixty clients.' }

test.describe('the contact form without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('is sent as a plain form, and thanks appear in its place', inFullRun(), async ({ page, complaints }) => {
    await page.goto('/contact-us')
    await expect(page.getByRole('heading', { name: 'Thanks' })).toBeHidden()
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text)
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page).toHaveURL(/\/contact-us#sent$/)
    await expect(page.getByRole('heading', { name: 'Thanks' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send message' })).toBeHidden()
    await page.getByRole('link', { name: 'Write another message' }).click()
    await expect(page.getByLabel('Name')).toBeVisible()
    // The preloaded code is unused without JavaScript.
    forgive(complaints, /failed: .*\/code\//)
  })

  test('shows errors on a separate page, and Back keeps what was typed', async ({ page, complaints }) => {
    await page.goto('/contact-us')
    for (const [label, text] of Object.entries({ ...typed, Phone: '12' })) await page.getByLabel(label).fill(text)
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('listitem')).toHaveText('Phone: Phone must be a valid phone number.')
    await page.goBack()
    await expect(page.getByLabel('Message')).toHaveValue('Sixty clients.')
    forgive(complaints, /422|failed: .*\/code\//)
  })
})

test('the contact form keeps its text over a reload and a lost connection, and sends it once', async ({
  page,
  complaints,
}) => {
  await page.goto('/contact-us')
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).pressSequentially(text)
  const ids: unknown[] = []
  await page.route('**/api/contact-messages', (route) => {
    ids.push(route.request().postDataJSON().sending)
    return ids.length < 3 ? route.abort() : route.continue()
  })
  const send = () => page.getByRole('button', { name: 'Send message' }).click()
  await send()
  await expect(page.getByRole('alert')).toContainText('We could not reach the server.')
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('Sixty clients.')
  await send()
  await expect(page.getByRole('alert')).toContainText('We could not reach the server.')
  await send()
  await expect(page.getByRole('status')).toContainText('Thanks')
  expect(ids).toEqual(Array(3).fill(ids[0]))
  expect(ids[0]).toMatch(/^[0-9a-f]{32}$/)
  forgive(complaints, /ERR_FAILED|failed:/)
})

test(
  'the contact form keeps what was typed before its code was loaded, also over an older draft and a reload',
  inFullRun(),
  async ({ page, complaints }) => {
    let release = () => {}
    const stallCode = async () => {
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.unroute('**/code/*.js')
      await page.route('**/code/*.js', (route) => released.then(() => route.continue()))
    }
    const message = page.getByLabel('Message')

    await stallCode()
    await page.goto('/contact-us')
    for (const [label, text] of Object.entries(typed)) await page.getByLabel(label).fill(text)
    release()
    await hydrated(page)
    await stallCode()
    await page.reload()
    await message.fill('Seventy clients.')
    release()
    await hydrated(page)
    await expect(message).toHaveValue('Seventy clients.')
    await expect(page.getByLabel('Name')).toHaveValue('Ann Baker')

    await page.route('**/api/contact-messages', (route) => route.abort())
    await page.getByRole('button', { name: 'Send message' }).click()
    await expect(page.getByRole('alert')).toContainText('We could not reach the server.')
    await page.reload()
    await hydrated(page)
    await expect(message).toHaveValue('Seventy clients.')
    forgive(complaints, /ERR_FAILED|failed:/)
  },
)
