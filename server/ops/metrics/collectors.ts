import type { Registry } from 'prom-client'

type Client = Pick<typeof import('prom-client'), 'Counter' | 'Gauge'>
type Labels = Record<string, string>
/** A number, or one for each set of labels. */
type Read = () => number | readonly (readonly [value: number, labels: Labels])[]

/** Makes figures that are read when somebody asks for them: until then they cost nothing. */
export function figureMaker({ Counter, Gauge }: Client, registry: Registry) {
  const registers = [registry]

  function valuesOf(read: Read) {
    const value = read()
    return typeof value === 'number' ? [[value, {}] as const] : value
  }
  const labelsOf = (read: Read) => Object.keys(valuesOf(read)[0]?.[1] ?? {})

  return {
    /** Something that goes up and down. */
    gauge(name: string, help: string, read: Read): void {
      new Gauge({
        name,
        help,
        labelNames: labelsOf(read),
        registers,
        collect() {
          this.reset()
          for (const [value, labels] of valuesOf(read)) this.set(labels, value)
        },
      })
    },
    /** Something that only grows, from 0 at the start; `read` gives what it has come to. */
    counter(name: string, help: string, read: Read): void {
      new Counter({
        name,
        help,
        labelNames: labelsOf(read),
        registers,
        collect() {
          this.reset()
          for (const [value, labels] of valuesOf(read)) this.inc(labels, value)
        },
      })
    },
  }
}
