type Output = { entryPoint?: string; imports: { path: string; kind: string }[] }
export type Outputs = Record<string, Output>

function closure(outputs: Outputs, file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !outputs[file]) return found
  found.add(file)
  for (const { path, kind } of outputs[file].imports) if (kind === 'import-statement') closure(outputs, path, found)
  return found
}

const builtFrom = (outputs: Outputs, source: string) =>
  Object.keys(outputs).find((file) => outputs[file]?.entryPoint === source)

/** The files that hydrating a page needs: the entry and the page's chunk, with their static imports. */
export function preloadSet(outputs: Outputs, entry: string, screen: string): string[] {
  const files = [entry, screen].flatMap((source) => {
    const file = builtFrom(outputs, source)
    if (!file) throw new Error(`The build made no chunk of ${source}.`)
    return [...closure(outputs, file)]
  })
  return [...new Set(files)]
}
