/**
 * Text that systems with templates do not show: comments of Liquid, of Go and of Jinja, and what is between the tags of Hugo's
 * `comment` and of shortcodes that encrypt. A comment of Liquid or Go without an end hides the rest.
 */
export const HIDDEN_TEXT =
  /\{%-?\s*comment\b[^{}]{0,200}%\}.*?(?:\{%-?\s*endcomment\s*-?%\}|(?!.))|\{\{-?\s*\/\*.*?(?:\*\/\s*-?\}\}|(?!.))|\{#(?:(?!\{#).){0,2000}?#\}|\{\{[<%]\s*(?:comment|[\w-]{0,40}?encrypt\w{0,20})\b[^{}]{0,500}[>%]\}\}(?:(?!\{\{[<%]\s*(?:comment|[\w-]{0,40}?encrypt\w{0,20})\b).)*?\{\{[<%]\s*\/\s*(?:comment|[\w-]{0,40}?encrypt\w{0,20})\s*[>%]\}\}/gs
