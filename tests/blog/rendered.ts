type Attributes = Record<string, string>
export type RenderedElement = { tag: string; attributes: Attributes }

/** Every element of the HTML, according to a parser other than the sanitizer's. */
export async function elementsOf(html: string): Promise<RenderedElement[]> {
  const found: RenderedElement[] = []
  const rewriter = new HTMLRewriter().on('*', {
    element({ tagName, attributes }) {
      found.push({ tag: tagName, attributes: Object.fromEntries(attributes) })
    },
  })
  await rewriter.transform(new Response(html)).text()
  return found
}
