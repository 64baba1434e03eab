type Values<Pattern extends string> = Pattern extends `${string}:${string}/${infer Rest}`
  ? [string, ...Values<Rest>]
  : Pattern extends `${string}:${string}`
    ? [string]
    : []

/** A path with parameters, `/api/leads/:id`: a function that fills them in, and the pattern that the server matches. */
export function pathWith<const Pattern extends string>(pattern: Pattern) {
  const fill = (...values: Values<Pattern>): string => {
    const rest: string[] = [...values]
    return pattern.replace(/:\w+/g, () => encodeURIComponent(rest.shift() ?? ''))
  }
  return Object.assign(fill, { pattern })
}
