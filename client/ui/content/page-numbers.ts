/** The first page, the last, and one on either side of the current; `undefined` stands for a gap. */
export function pageNumbers(page: number, pages: number): (number | undefined)[] {
  const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= 1,
  )
  return shown.flatMap((number, index) => (number - (shown[index - 1] ?? 0) > 1 ? [undefined, number] : [number]))
}
