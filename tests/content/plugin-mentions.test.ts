import { describe, expect, test } from 'bun:test'
import { parse } from 'yaml'
import { untaggedPlugins } from '#server/content/plugin-mentions.ts'

const text = await Bun.file('content/landings/importers.yml').text()

/** The reasons for the page of importers, which mentions no plugin, after a change. */
function reasons(change: (page: ReturnType<typeof parse>) => void) {
  const page = parse(text)
  change(page)
  return untaggedPlugins(text, page).map(({ reason }) => reason)
}

describe('a trade page that mentions a plugin', () => {
  test.each(['the client portal', 'Client Login', 'Sales Ordering', 'a sales order system', 'They order online.'])(
    'is named for an answer with “%s” and no tag',
    (mention) => {
      const answer = `Yes. ${mention}`
      expect(reasons(({ questions }) => void Object.assign(questions.list[1], { answer }))).toEqual([
        expect.stringContaining('this answer mentions a plugin: add `plugin: true`'),
      ])
    },
  )

  test('is named if no answer has the tag', () => {
    expect(reasons(({ setup }) => void setup.push('A form in the Client Portal'))).toEqual([
      expect.stringContaining('this page mentions a plugin'),
    ])
  })

  test('is not named with the tag', () => {
    const tag = (page: ReturnType<typeof parse>) => {
      page.setup.push('A form in the Client Portal')
      Object.assign(page.questions.list[0], { answer: 'In the Client Portal.', plugin: true })
    }
    expect(reasons(tag)).toEqual([])
  })

  test('is not named without a mention', () => {
    expect(reasons(() => {})).toEqual([])
  })
})
