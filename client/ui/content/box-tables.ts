/**
 * Puts each table into a box that scrolls by itself, so that a wide one never makes the page scroll sideways.
 * The added tags carry no quotes: inside an attribute (`alt="<table>"`) they can end nothing.
 */
export const wrapTablesForScrolling = (html: string) =>
  html.replace(/<table(?=[\s>])/g, '<div class=scroll tabindex=0><table').replaceAll('</table>', '</table></div>')
