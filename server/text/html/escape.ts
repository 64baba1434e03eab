const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\n': ' ' }

/** For text and for attributes in double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"\n]/g, (character) => ESCAPES[character] ?? '')
