/** Entities that are shown as their character. Others stay source. */
const NAMED: Readonly<Record<string, string>> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    shy: '\u00ad',
    copy: '©',
    reg: '®',
    trade: '™',
  },
  ...{ hellip: '…', mdash: '—', ndash: '–', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„' },
  ...{ laquo: '«', raquo: '»', lsaquo: '‹', rsaquo: '›', bull: '•', middot: '·', deg: '°', times: '×', divide: '÷' },
  ...{ plusmn: '±', minus: '−', euro: '€', pound: '£', cent: '¢', yen: '¥', sect: '§', para: '¶', dagger: '†' },
  ...{
    rarr: '→',
    larr: '←',
    uarr: '↑',
    darr: '↓',
    harr: '↔',
    rArr: '⇒',
    lArr: '⇐',
    infin: '∞',
    ne: '≠',
    le: '≤',
    ge: '≥',
  },
  ...{ frac12: '½', frac14: '¼', frac34: '¾', sup1: '¹', sup2: '²', sup3: '³', micro: 'µ', iexcl: '¡', iquest: '¿' },
  ...{ Agrave: 'À', Aacute: 'Á', Acirc: 'Â', Atilde: 'Ã', Auml: 'Ä', Aring: 'Å', AElig: 'Æ', Ccedil: 'Ç', Egrave: 'È' },
  ...{ Eacute: 'É', Ecirc: 'Ê', Euml: 'Ë', Iacute: 'Í', Ntilde: 'Ñ', Oacute: 'Ó', Ocirc: 'Ô', Ouml: 'Ö', Oslash: 'Ø' },
  ...{ Uacute: 'Ú', Uuml: 'Ü', szlig: 'ß', agrave: 'à', aacute: 'á', acirc: 'â', atilde: 'ã', auml: 'ä', aring: 'å' },
  ...{ aelig: 'æ', ccedil: 'ç', egrave: 'è', eacute: 'é', ecirc: 'ê', euml: 'ë', igrave: 'ì', iacute: 'í', icirc: 'î' },
  ...{ iuml: 'ï', ntilde: 'ñ', ograve: 'ò', oacute: 'ó', ocirc: 'ô', otilde: 'õ', ouml: 'ö', oslash: 'ø', ugrave: 'ù' },
  ...{
    uacute: 'ú',
    ucirc: 'û',
    uuml: 'ü',
    yacute: 'ý',
    yuml: 'ÿ',
    hearts: '♥',
    check: '✓',
    zwj: '\u200d',
    zwnj: '\u200c',
  },
}

/** Returns the character of `&amp;` or `&#8212;`, and `undefined` for an entity that is unknown or cannot be shown. */
export function decodeEntity(entity: string): string | undefined {
  const [, decimal, hex, name] = /^&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));$/i.exec(entity) ?? []
  if (name) return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
  const shown = code >= 32 && code <= 0x10ffff && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code <= 0xdfff)
  return shown ? String.fromCodePoint(code) : undefined
}
