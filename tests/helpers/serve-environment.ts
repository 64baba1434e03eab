const { scripts } = await Bun.file('package.json').json()
const settings: RegExpMatchArray[] = [...scripts.serve.matchAll(/(\w+)=(\S+)/g)]

/** What `bun run serve` sets before it starts the site: a site that is measured runs as one that is used. */
export const serveEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  settings.map(([, name = '', value = '']) => [name, value]),
)
