import { decodeUri } from '#contract/paths.ts'

/** A footnote that was copied with its text. */
export type PastedFootnotes = { references: Map<HTMLElement, string>; notes: Map<HTMLElement, string> }

/** `[1]`, `1`, `(iv)`, `*` */
const NUMBER = /^\s*[[(]?\s*(?:\d{1,3}|[ivxlc]{1,7}|[a-z]|[*†‡§]{1,3})\s*[\])]?\s*$/i

/**
 * Finds footnotes of Word, LibreOffice, Google Docs and web pages: a number that links to a note below, which links back to it. Makes a
 * `sup` of each reference, and moves the notes to the end as `div`s, both numbered in the order of the text.
 */
export function takeFootnotes(body: HTMLElement): PastedFootnotes {
  const targets = targetsIn(body)
  const found: PastedFootnotes = { references: new Map(), notes: new Map() }
  const labels = new Map<Element, string>()
  for (const link of body.querySelectorAll<HTMLElement>('a[href*="#"]')) {
    const note = noteOf(link, targets)
    if (!note) continue
    const label = labels.get(note) ?? String(labels.size + 1)
    labels.set(note, label)
    found.references.set(replaceReference(link, label), label)
  }
  for (const [note, label] of labels) found.notes.set(moveNote(note, body, targets), label)
  return found
}

type Targets = ReadonlyMap<string, Element>

function targetsIn(body: HTMLElement): Targets {
  const targets = new Map<string, Element>()
  for (const element of body.querySelectorAll('[id], a[name]'))
    for (const name of ['id', 'name']) targets.set(element.getAttribute(name) ?? '', element)
  targets.delete('')
  return targets
}

function targetOf(link: Element, targets: Targets): Element | undefined {
  const fragment = link.getAttribute('href')?.split('#')[1] ?? ''
  return targets.get(fragment) ?? targets.get(decodeUri(fragment))
}

const NOTE_BLOCKS =
  'li, dd, aside, div[id^="ftn" i], div[id^="edn" i], div[id^="sdfootnote" i], div[id^="sdendnote" i], tr'

/** The note that a number refers to, which is below it and links back. */
function noteOf(link: Element, targets: Targets): Element | undefined {
  const target = NUMBER.test(link.textContent ?? '') ? targetOf(link, targets) : undefined
  const note = target?.closest(NOTE_BLOCKS) ?? target?.closest('p') ?? target?.closest('div') ?? undefined
  if (!note || !(link.compareDocumentPosition(note) & 4) || note.contains(link)) return undefined
  return backLinks(note, targets).some(
    (back) => targetOf(back, targets)?.contains(link) || isNextTo(back, link, targets),
  )
    ? note
    : undefined
}

const backLinks = (note: Element, targets: Targets): Element[] =>
  [...note.querySelectorAll('a[href*="#"]')].filter((link) => {
    const target = targetOf(link, targets)
    return target !== undefined && (link.compareDocumentPosition(target) & 2) !== 0
  })

/** The target of the way back may be an empty anchor next to the number. */
function isNextTo(back: Element, link: Element, targets: Targets): boolean {
  const target = targetOf(back, targets)
  return target !== undefined && target.textContent?.trim() === '' && target.parentElement === link.parentElement
}

function replaceReference(link: Element, label: string): HTMLElement {
  const reference = link.ownerDocument.createElement('sup')
  reference.textContent = label
  const raised = link.closest('sup')
  const host = raised?.textContent?.trim() === link.textContent?.trim() ? raised : link
  host?.replaceWith(reference)
  return reference
}

function moveNote(note: Element, body: HTMLElement, targets: Targets): HTMLElement {
  for (const link of note.querySelectorAll('a[href*="#"]')) {
    const target = targetOf(link, targets)
    // The number in the text was replaced, or was next to its target.
    const isBack = target && (!body.contains(target) || target.textContent?.trim() === '')
    if (isBack && NUMBER_OR_ARROW.test(link.textContent ?? '')) removeWithEmptyParents(link, note)
  }
  const moved = note.ownerDocument.createElement('div')
  moved.append(...note.childNodes)
  removeWithEmptyParents(note, body)
  body.append(moved)
  return moved
}

const NUMBER_OR_ARROW = /^\s*(?:[[(]?\s*\w{0,7}\s*[\])]?|[*†‡§]{1,3}|\^|↑|↩\ufe0e?|↵|⏎|[↩↑]\ufe0f?\d*)\s*$/u
/** What is left of a list of footnotes: a line and a heading. */
const NOTHING_LEFT = /^\s*(?:(?:foot|end)?notes?|references)?\s*:?\s*$/i

/** Removes an element, and those around it that have nothing else to show, up to `top`. */
function removeWithEmptyParents(element: Element, top: Element): void {
  const parent = element.parentElement
  element.remove()
  if (parent && parent !== top && NOTHING_LEFT.test(parent.textContent ?? '') && !parent.querySelector('img'))
    removeWithEmptyParents(parent, top)
}
