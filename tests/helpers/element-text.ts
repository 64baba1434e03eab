/** The JSON that stands in a page under this id. */
export const elementText = (html: string, id: string) =>
  new RegExp(`<script type="application/json" id="${id}">([^<]*)</script>`).exec(html)?.[1] ?? ''
