import type { Registry } from 'prom-client'

type Prometheus = Pick<typeof import('prom-client'), 'Counter' | 'Gauge'>
/** Reads a value, or one for each set of labels. */
type Read = () => number | readonly (readonly [value: number, labels: Record<string, string>])[]
export type Collectors = Record<'gauge' | 'counter', (name: string, help: string, read: Read) => void>

/** Metrics whose values are read on each scrape. */
export function createCollectors({ Counter, Gauge }: Prometheus, registry: Registry): Collectors {
  const valuesOf = (read: Read) => {
    const value = read()
    return typeof value === 'number' ? [[value, {}] as const] : value
  }
  const options = (name: string, help: string, read: Read) => {
    return { name, help, labelNames: Object.keys(valuesOf(read)[0]?.[1] ?? {}), registers: [registry] }
  }
  return {
    gauge(name, help, read) {
      new Gauge({
        ...options(name, help, read),
        collect() {
          this.reset()
          for (const [value, labels] of valuesOf(read)) this.set(labels, value)
        },
      })
    },
    counter(name, help, read) {
      new Counter({
        ...options(name, help, read),
        collect() {
          this.reset()
          for (const [value, labels] of valuesOf(read)) this.inc(labels, value)
        },
      })
    },
  }
}
