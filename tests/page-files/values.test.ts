import { describe, expect, test } from 'bun:test'
import { LandingSchema } from '#contract/landing.ts'
import type { FormValues } from '#contract/page-files.ts'
import { pageTextSchemas } from '#contract/page-texts.ts'
import { PlansSchema, SiteSchema } from '#contract/site.ts'
import { AuthorFileSchema } from '#server/content/files/author-file.ts'
import { createFormValues, mergeValues } from '#server/page-files/values.ts'
import { replaceEntries, setFields } from '#server/text/front-matter/patch-yaml.ts'

const site = createFormValues(SiteSchema, 400_000)
const plans = createFormValues(PlansSchema, 20_000)
const landing = createFormValues(LandingSchema, 20_000)
const author = createFormValues(AuthorFileSchema, 20_000)
const learnMore = createFormValues(pageTextSchemas['learn-more'], 20_000)
const files = {
  site: await Bun.file('content/site.yml').text(),
  plans: await Bun.file('content/plans.yml').text(),
  landing: await Bun.file('content/landings/bakery-erp.yml').text(),
  author: await Bun.file('content/authors/maren-holt.yml').text(),
}

/** The lines that a save removes and adds. */
function changedLines(before: string, after: string): string[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `-${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+${line}`),
  ]
}
const saved = (codec: typeof site, text: string, values: FormValues) =>
  changedLines(text, codec.write(text, { ...codec.read(text), ...values }))

describe('a save of a form', () => {
  test.each([
    ['site.yml', site, files.site],
    ['plans.yml', plans, files.plans],
    ['a landing page', landing, files.landing],
    ['an author', author, files.author],
  ])('of the same values leaves %s as it is, byte by byte', (_, codec, text) => {
    expect(codec.write(text, codec.read(text))).toBe(text)
    expect(codec.write(text.replaceAll('\n', '\r\n'), codec.read(text))).toBe(text.replaceAll('\n', '\r\n'))
  })

  test('writes only the line of the value, quoted where YAML needs it', () => {
    expect(saved(site, files.site, { 'contact.phone': '#1: 555' })).toEqual([
      '-  phone: (555) 555-0142',
      '+  phone: "#1: 555"',
    ])
    expect(saved(landing, files.landing, { 'closing.title': 'Bring two weeks' })).toEqual([
      '-  title: Bring one week of orders',
      '+  title: Bring two weeks',
    ])
  })

  test('adds a key below its neighbors, and a part that is not there yet at the end', () => {
    const text = site.write(files.site, {
      ...site.read(files.site),
      'contact.response_time': 'within a day',
      'company.name': 'Miller LLC',
      'company.address': '12 Mill Street\nPortland',
    })
    expect(text).toContain(
      '  hours: Monday to Friday, 6 am to 6 pm Eastern Time\n  response_time: within a day\n  # How soon',
    )
    expect(text).toEndWith('company:\n  name: Miller LLC\n  address: |-\n    12 Mill Street\n    Portland\n')
    expect(site.write(text, site.read(files.site))).toBe(files.site)
  })

  test('writes prices as numbers, keeps their comments, and removes a price that is empty', () => {
    const values = plans.read(files.plans)
    const [first, ...others] = values.plans as Record<string, string | boolean>[]
    const text = plans.write(files.plans, {
      ...values,
      plans: [{ ...first, monthly_price: '30.50', price_shown: false }, ...others],
      'plugin_prices.client_login': '8',
    })
    expect(changedLines(files.plans, text)).toEqual([
      '-  - monthly_price: 29',
      '+  - monthly_price: 30.5',
      '+    price_shown: false',
      '+plugin_prices:',
      '+  client_login: 8',
    ])
    expect(plans.write(text, { ...plans.read(text), 'plugin_prices.client_login': '' })).not.toContain(
      'plugin_prices:\n  client',
    )
  })

  test('changes, adds, removes and moves entries of a list without touching the others', () => {
    const questions = landing.read(files.landing)['questions.list'] as Record<string, string | boolean>[]
    const [first, second, third] = questions
    const added = { question: 'Why?', answer: 'Because.', plugin: true }
    const list = (entries: unknown[]) => saved(landing, files.landing, { 'questions.list': entries as never })
    expect(list([first, { ...second, answer: 'Ask us.' }, third])).toEqual([
      '-        Essentials has 4 users, Professional 12 and Business 25. For Enterprise, contact us.',
      '+        Ask us.',
    ])
    expect(list([first, second, third, added])).toEqual([
      '+    - question: Why?',
      '+      answer: Because.',
      '+      plugin: true',
    ])
    expect(list([first, added, second, third])).toHaveLength(3)
    expect(list([first, third])).toEqual([
      '-    - question: How many people can use it?',
      '-        Essentials has 4 users, Professional 12 and Business 25. For Enterprise, contact us.',
    ])
    const text = landing.write(files.landing, {
      ...landing.read(files.landing),
      'questions.list': [third, first, second] as never,
    })
    expect(landing.read(text)['questions.list']).toEqual([third, first, second] as never)
  })

  test('creates a file, and lists in it one entry below the other', () => {
    const steps = ['One', 'Two', 'Three'].map((title) => ({ title, text: `${title}: # text` }))
    const text = learnMore.write('', { ...learnMore.read(''), 'hero.headline': 'Hi', steps })
    expect(text).toBe(
      'hero:\n  headline: Hi\nsteps:\n  - title: One\n    text: "One: # text"\n  - title: Two\n    text: "Two: # text"\n  - title: Three\n    text: "Three: # text"\n',
    )
    expect(learnMore.write(text, learnMore.read(''))).toBe('')
  })

  test('adds to a list in brackets, and to a file without a last line break', () => {
    const links = [{ label: 'Her bakery', url: 'https://bakery.example' }]
    expect(author.read(author.write(files.author, { ...author.read(files.author), links }))).toMatchObject({ links })
    const text = 'name: Ann'
    expect(author.write(text, { ...author.read(text), biography: 'Bakes.\n\nWrites.' })).toBe(
      'name: Ann\nbiography: |-\n  Bakes.\n\n  Writes.\n',
    )
  })

  test('names the keys that have no field, with their values', () => {
    expect(site.others(files.site).map(({ key }) => key)).toEqual([
      'name',
      'slug',
      'social',
      'downloads',
      'apps',
      'documents',
      'trial_redirect',
    ])
    const more = `old_permalinks: [/:title/]\n${files.site.replace('  hours:', '  fax: 1\n  hours:')}`
    expect(site.others(more).map(({ key }) => key)).toEqual(expect.arrayContaining(['old_permalinks', 'contact.fax']))
    expect(landing.others(files.landing).map(({ key }) => key)).toEqual(['hero.goods', 'hero.days'])
  })
})

describe('two people who change a form', () => {
  const base = { 'contact.phone': '1', 'contact.hours': '8 to 5', 'contact.email': 'a@b.example' }
  const merge = (mine: FormValues, theirs: FormValues) =>
    mergeValues(site.fields, base, { ...base, ...mine }, { ...base, ...theirs })

  test('keep both changes of different fields', () => {
    const { values, conflicts, merged } = merge({ 'contact.phone': '2' }, { 'contact.hours': '9 to 5' })
    expect(values).toMatchObject({ 'contact.phone': '2', 'contact.hours': '9 to 5' })
    expect([conflicts, merged]).toEqual([[], ['contact.hours']])
  })

  test('conflict in a field that both changed, each in their way, and not where they changed it alike', () => {
    expect(merge({ 'contact.phone': '2' }, { 'contact.phone': '3' }).conflicts).toEqual(['contact.phone'])
    expect(merge({ 'contact.phone': '2' }, { 'contact.phone': '2' }).conflicts).toEqual([])
  })
})

describe('a patch of YAML', () => {
  test('removes the first key of an entry, and its line stays for the next one', () => {
    const text = 'list:\n  - a: 1\n    b: 2\n  - a: 3\n    b: 4\n'
    expect(setFields(text, new Map([['list.0.a', undefined]]))).toBe('list:\n  - b: 2\n  - a: 3\n    b: 4\n')
  })

  test.each([
    ['a list in brackets', 'list: [{ a: 1 }]\n'],
    ['a list of texts', 'list:\n  - a\n'],
    ['a list that is missing', 'other: 1\n'],
    ['a list with entries in braces', 'list:\n  - { a: 1 }\n'],
  ])('does not replace entries of %s one by one', (_, text) => {
    expect(replaceEntries(text, 'list', { from: 0, removed: 1, added: [{ a: 2 }] })).toBeUndefined()
  })
})
