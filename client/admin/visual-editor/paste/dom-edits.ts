/** Replaces an element by its children. */
export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

/** Replaces an element by one of another tag, with its attributes and children. */
export function rename(element: Element, tag: string): HTMLElement {
  const renamed = element.ownerDocument.createElement(tag)
  for (const { name, value } of element.attributes) renamed.setAttribute(name, value)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
  return renamed
}
