const { scripts } = await Bun.file('package.json').json()
const settings: RegExpMatchArray[] = [...scripts.serve.matchAll(/(\w+)=(\S+)/g)]

/** The environment that `bun run serve` sets, so that a measured site runs like a real one. */
export const serveEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  settings.map(([, name = '', value = '']) => [name, value]),
)
