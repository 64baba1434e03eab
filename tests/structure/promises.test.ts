import { expect, test } from 'bun:test'

const readme = await Bun.file('README.md').text()
const { scripts } = (await Bun.file('package.json').json()) as Record<string, Record<string, string>>

test('the README lists every script, and no other', () => {
  const named = [...(readme.split('## Scripts')[1]?.split('\n## ')[0] ?? '').matchAll(/^\|[^|]*\|/gm)].flatMap(
    ([cell]) => [...cell.matchAll(/`([a-z:]+)/g)].map((match) => match[1] ?? ''),
  )
  expect(named.filter((one) => one !== 'bun').sort()).toEqual(Object.keys(scripts ?? {}).sort())
})

test('.env.example and the README list every variable that the server reads', async () => {
  const config = await Bun.file('server/config.ts').text()
  const read = new Set([...config.matchAll(/'([A-Z]{2,}(?:_[A-Z]+)*)'/g)].map((match) => match[1] ?? ''))
  const example = await Bun.file('.env.example').text()
  expect(read.size).toBeGreaterThan(8)
  expect([...read].filter((name) => !new RegExp(`^# ${name}=`, 'm').test(example))).toEqual([])
  expect([...read].filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})
