/** One sample of the Prometheus format: `name{label="value"} 1`. */
export type Sample = { name: string; labels: Record<string, string>; value: number }

const HELP = /^# HELP ([a-z_]+) \S.*$/
const TYPE = /^# TYPE ([a-z_]+) (counter|gauge|histogram)$/
const SAMPLE = /^([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)+)\})? (-?[\d.e+-]+|\+Inf|NaN)$/

/** Parses the Prometheus text format, version 0.0.4. Throws for an invalid line and for a sample without a type. */
export function parseExposition(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('The last line does not end.')
  const kinds = new Map<string, string>()
  const samples: Sample[] = []
  for (const line of text.split('\n')) {
    const type = TYPE.exec(line)
    if (type) kinds.set(type[1] ?? '', type[2] ?? '')
    if (line === '' || type || HELP.test(line)) continue
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? []
    if (name === '') throw new Error(`This is no figure: ${line}`)
    const family = kinds.has(name) ? name : name.replace(/_(bucket|sum|count)$/, '')
    if (!kinds.has(family)) throw new Error(`Nobody says what kind ${name} is.`)
    samples.push({ name, labels: labelsIn(labels), value: Number(value.replace('+Inf', 'Infinity')) })
  }
  return samples
}

const labelsIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )

/** Looks up samples. */
export function metricsIn(text: string) {
  const samples = parseExposition(text)
  const matches = (sample: Sample, labels: Record<string, string>) =>
    Object.entries(labels).every(([name, value]) => sample.labels[name] === value)
  return {
    samples,
    /** The sum of the samples with this name and these labels; `undefined` when there are none. */
    of(name: string, labels: Record<string, string> = {}): number | undefined {
      const found = samples.filter((sample) => sample.name === name && matches(sample, labels))
      return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
    },
  }
}
