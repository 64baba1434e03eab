import { apiPaths, pagePaths } from '#contract/paths.ts'
import { seriousFaults } from '#tests/helpers/axe.ts'
import { logIn } from '#tests/helpers/dashboard.ts'
import { expect, test } from '#tests/helpers/journey.ts'

const wxr = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version>
<item><title>Rye from the old blog</title><link>https://old.example/2019/05/old-rye/</link>
<content:encoded><![CDATA[<p>Rye needs <strong>time</strong>.</p>]]></content:encoded>
<wp:post_id>7</wp:post_id><wp:post_date_gmt>2019-05-06 07:00:00</wp:post_date_gmt><wp:post_name>old-rye</wp:post_name>
<wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item>
</channel></rss>`

test.use({ bypassCSP: true, viewport: { width: 390, height: 844 } })

test('an export is uploaded, planned, confirmed by keyboard, and its post is live', async ({ page }) => {
  await logIn(page)
  await page.getByRole('link', { name: 'Import a blog' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import a blog' })).toBeFocused()
  expect(await seriousFaults(page), 'upload').toEqual([])
  await page.getByLabel('File').setInputFiles({ name: 'old.xml', mimeType: 'text/xml', buffer: Buffer.from(wxr) })
  await page.getByRole('button', { name: 'Upload and plan' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Plan for old.xml: 1 entry of WordPress' })).toBeVisible()
  expect(await seriousFaults(page), 'plan').toEqual([])

  await page.reload()
  await page.getByRole('button', { name: 'Import 1 post' }).press('Enter')
  await expect(page.getByRole('alert')).toContainText('old.xml is imported: 1 post added')
  expect(await seriousFaults(page), 'report').toEqual([])
  await page.getByRole('link', { name: 'Rye from the old blog' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rye from the old blog' })).toBeVisible()
  await page.goto('/2019/05/old-rye/')
  await expect(page).toHaveURL(new RegExp(`${pagePaths.post('old-rye')}$`))

  const token = await page.evaluate(() => localStorage.getItem('admin_token'))
  await page.request.delete(apiPaths.post('old-rye'), { headers: { authorization: `Bearer ${token}` } })
  await page.goto(pagePaths.adminImport)
  await page.getByRole('button', { name: 'Close the report' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Upload and plan' })).toBeVisible()
})
