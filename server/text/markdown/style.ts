/** How a file writes what Markdown allows in several ways. */
export type Style = {
  bullet: string
  ordered: string
  emphasis: string
  strong: string
  fence: string
  rule: string
  hardBreak: string
}

const byDefault: Style = {
  bullet: '-',
  ordered: '.',
  emphasis: '*',
  strong: '**',
  fence: '```',
  rule: '---',
  hardBreak: '\\\n',
}

export type StyleCounts = { count: (key: keyof Style, used: string) => void; prevailing: () => Style }

/** Counts while a file is read. */
export function createStyleCounts(): StyleCounts {
  const counts = new Map<string, number>()
  const keyOf = (key: string, used: string) => `${key} ${used}`
  const mostUsed = (key: keyof Style): string => {
    const used = [...counts].filter(([one]) => one.startsWith(`${key} `)).sort(([, one], [, other]) => other - one)
    return used[0]?.[0].slice(key.length + 1) ?? byDefault[key]
  }
  return {
    count: (key, used) => counts.set(keyOf(key, used), (counts.get(keyOf(key, used)) ?? 0) + 1),
    prevailing: () => ({
      bullet: mostUsed('bullet'),
      ordered: mostUsed('ordered'),
      emphasis: mostUsed('emphasis'),
      strong: mostUsed('strong'),
      fence: mostUsed('fence'),
      rule: mostUsed('rule'),
      hardBreak: mostUsed('hardBreak'),
    }),
  }
}
