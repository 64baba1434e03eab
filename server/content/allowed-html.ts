/** Everything a post may hold; what is not named is taken out and its text kept. No classes: the site's own could cover the page. */
export const allowedTags: readonly string[] = (
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code kbd samp var sub sup strong b em i u s del ins mark small ' +
  'abbr cite q time a img figure figcaption table caption colgroup col thead tbody tfoot tr th td div span section article aside ' +
  'header footer details summary address bdi bdo wbr ruby rt rp'
).split(' ')

export const allowedAttributes: readonly string[] =
  'href title lang dir src alt width height colspan rowspan scope headers align start reversed type datetime open'.split(
    ' ',
  )
