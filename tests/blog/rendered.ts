type Attributes = Record<string, string>
export type RenderedElement = { tag: string; attributes: Attributes }

/** Every element of some HTML, as a parser that is not the sanitiser's sees them. */
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
