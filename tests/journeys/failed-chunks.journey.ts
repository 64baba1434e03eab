import { storeToken } from '#tests/helpers/dashboard.ts'
import { inFullRun } from '#tests/helpers/full-run.ts'
import { expect, forgive, test } from '#tests/helpers/journey.ts'

const FAILED = /ERR_FAILED|failed: |dynamically imported module|preload/i

test('an editor whose code does not load says so, and opens after a reload', async ({ page, complaints }) => {
  await storeToken(page)
  const code = '**/code/source-editor-*.js'
  await page.route(code, (route) => route.abort())
  await page.goto('/admin/blog/new')
  await page.getByRole('radio', { name: 'Source' }).check()
  const status = page.getByRole('status').filter({ hasText: 'If this message stays, reload the page.' })
  await expect(status).toBeVisible()
  await page.unroute(code)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Text' }).getByRole('textbox')).toBeVisible()
  await expect(status).toBeHidden()
  forgive(complaints, FAILED)
})

test('a dashboard whose script does not load says so', inFullRun(), async ({ page, complaints }) => {
  await storeToken(page)
  await page.route('**/code/admin-main-*.js', (route) => route.abort())
  await page.goto('/admin/blog')
  const alert = page.getByRole('alert').filter({ hasText: 'The dashboard could not be loaded.' })
  await expect(alert).toBeVisible()
  await expect(alert).toContainText('reload the page')
  forgive(complaints, FAILED)
})
