type Output = { entryPoint?: string; imports: { path: string; kind: string }[] }
export type Outputs = Record<string, Output>

/** Files of the build that come with this one before it can run: itself first, then all that it imports statically. */
function closure(outputs: Outputs, file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !outputs[file]) return found
  found.add(file)
  for (const { path, kind } of outputs[file].imports) if (kind === 'import-statement') closure(outputs, path, found)
  return found
}

const builtFrom = (outputs: Outputs, source: string) =>
  Object.keys(outputs).find((file) => outputs[file]?.entryPoint === source)

function fileOf(outputs: Outputs, source: string): string {
  const file = builtFrom(outputs, source)
  if (!file) throw new Error(`The build made no chunk of ${source}.`)
  return file
}

/**
 * All that a page needs which begins with this source and those screens: first what it has in common with `before`, which is
 * run in a step of its own, then the file that was built from the source.
 */
export function preloadSet(outputs: Outputs, before: string, entry: string, screens: string[]): string[] {
  const [, ...common] = closure(outputs, fileOf(outputs, before))
  const files = [entry, ...screens].flatMap((source) => [...closure(outputs, fileOf(outputs, source))])
  return [...new Set([...common, ...files])]
}
