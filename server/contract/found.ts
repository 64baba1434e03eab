/** The matching parts of a search result: its title and an excerpt of its summary or text. Escaped HTML with the words in `<mark>`. */
export type FoundIn = { title: string; text: string }
