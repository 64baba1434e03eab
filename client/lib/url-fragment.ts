/** The element that a URL's fragment names; `null` without one, and where the fragment cannot be decoded. */
export function elementOfFragment(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}
