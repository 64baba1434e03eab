import { expect, test } from '#tests/helpers/journey.ts'

for (const width of [320, 390, 768, 1440])
  test.describe(`the home page in a window of ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('has no three sections in a row with one background, and no headline that ends with a lone word', async ({
      page,
    }) => {
      await page.goto('/')
      await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
      const backgrounds = await page
        .locator('main section')
        .evaluateAll((sections) => sections.map((one) => getComputedStyle(one).backgroundColor))
      expect(backgrounds.length).toBeGreaterThan(5)
      expect(backgrounds.filter((one, at) => one === backgrounds[at + 1] && one === backgrounds[at + 2])).toEqual([])
      const lone = await page.locator('main :is(h1, h2, h3)').evaluateAll((headlines) => {
        /** The words of a headline by line. */
        function lines(headline: Element) {
          const range = document.createRange()
          const words = new Map<number, string[]>()
          const texts = document.createTreeWalker(headline, NodeFilter.SHOW_TEXT)
          for (let node = texts.nextNode(); node; node = texts.nextNode())
            for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\S+/g)) {
              range.setStart(node, index)
              range.setEnd(node, index + word.length)
              const line = Math.round(range.getBoundingClientRect().bottom)
              words.set(line, [...(words.get(line) ?? []), word])
            }
          return [...words.values()]
        }
        return headlines
          .map(lines)
          .filter((rows) => rows.length > 1 && rows.at(-1)?.length === 1)
          .map((rows) => rows.flat().join(' '))
      })
      expect(lone).toEqual([])
    })
  })
