import { test as journey } from '#tests/helpers/journey.ts'
import { type SampleSite, startSampleSite } from './sample-site.ts'

/** A journey on a sample site, one for each worker. */
export const test = journey.extend<object, { site: SampleSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that this uses from its pattern.
    async ({}, use) => {
      const site = await startSampleSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
})
