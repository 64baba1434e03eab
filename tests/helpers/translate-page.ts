/**
 * Changes a page as the translation of Chrome and Edge does: wraps each text in `<font><font>`, also texts that appear
 * later, and replaces the text of options. Runs in the browser, so it uses nothing from outside.
 *
 * @source https://crbug.com/872770
 */
export function translatePage(): void {
  const untranslated = 'script, style, noscript, textarea, title, svg, [translate=no]'
  const wrap = (text: Text) => {
    const parent = text.parentElement
    if (!parent || !text.data.trim() || parent.closest(untranslated) || parent.localName === 'font') return
    if (parent.localName === 'option') {
      if (!text.data.startsWith('«')) text.data = `«${text.data}»`
      return
    }
    const outer = document.createElement('font')
    const inner = outer.appendChild(document.createElement('font'))
    text.replaceWith(outer)
    inner.append(text)
  }
  const translate = (node: Node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const found = node instanceof Text ? [node] : []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) wrap(text)
  }
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, target, type } of records) {
      if (type === 'characterData') translate(target)
      else for (const node of addedNodes) translate(node)
    }
  })
  const start = () => {
    translate(document.body)
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
  else start()
}
