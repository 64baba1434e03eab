/** Tells the browser's tools of whoever develops what the making of a page took, step by step, in ms. */
export function stopwatch() {
  let last = performance.now()
  const steps: string[] = []
  return {
    /** The step of this name is done. */
    lap(name: string) {
      const now = performance.now()
      steps.push(`${name};dur=${(now - last).toFixed(1)}`)
      last = now
    },
    headers: () => ({ 'server-timing': steps.join(', ') }),
  }
}
