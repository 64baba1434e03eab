/** A post with what posts can have, long enough for a table of contents. */
export const richPost = `---
title: A rich post
summary: With everything that a post can have.
category: production
date: 2026-01-02
---
## First section

A footnote[^1], \`code\`, ~~deleted~~ and [a link](/features).

| Day | Loaves |
| --- | ---: |
| Monday | 120 |

\`\`\`ts
const loaves: number = 120
\`\`\`

- [x] done
- [ ] open

> A quotation.

$$x = \\frac{1}{2}$$

${'Bread is made of flour, water and salt. '.repeat(120)}

## Second section

${'Milk is delivered in crates before seven. '.repeat(120)}

## Third section

Its end.

[^1]: The text of the footnote.
`
