import { describe, expect, test } from 'bun:test'

/** The modules of the commands, and what `--help` prints of each. */
const modules = [...new Bun.Glob('server/cli/*/main.ts').scanSync('.'), 'server/cli/import-images.ts']
const usages = (
  await Promise.all(
    modules.map(async (path) => {
      const exported: Record<string, unknown> = await import(`../../${path}`)
      return Object.entries(exported).flatMap(([name, text]) => (/^(?:\w+_)?USAGE$/.test(name) ? [String(text)] : []))
    }),
  )
).flat()

const CODES = /^Exit codes: (.+)$/m
const nameOf = (usage: string) => /^bun run (\S+)/.exec(usage)?.[1] ?? ''

describe('each command', () => {
  test('has a script, and a usage with an example of itself', async () => {
    const { scripts } = await Bun.file('package.json').json()
    expect(usages.length).toBeGreaterThan(9)
    for (const usage of usages) {
      expect(Object.keys(scripts)).toContain(nameOf(usage))
      expect(/^Example: (.+)$/m.exec(usage)?.[1]).toContain(`bun run ${nameOf(usage)}`)
    }
  })

  test('has its exit codes in the table of docs/operators.md', async () => {
    const text = await Bun.file('docs/operators.md').text()
    const table = text.slice(text.indexOf('### Commands and their exit codes'))
    for (const usage of usages) {
      const codes = (CODES.exec(usage)?.[1] ?? '').split(/ · (?=\d )/)
      const cells = ['0', '1', '2', '3'].map((code) => codes.find((one) => one.startsWith(code))?.slice(2) ?? '')
      expect(table).toContain(`| \`${nameOf(usage)}\` | ${cells.join(' | ')} |\n`)
    }
  })

  test('prints it for --help, without a site', async () => {
    const child = Bun.spawn(['bun', 'server/cli/leads/main.ts', 'erase', '--help'], {
      env: { PATH: process.env.PATH ?? '', CONTENT_DIR: '/nowhere' },
      stdout: 'pipe',
    })
    expect(usages).toContain((await new Response(child.stdout).text()).trimEnd())
    expect(await child.exited).toBe(0)
  })
})
