/** Titles before the names of people, in English and Hindi. Those that are names as well (Baby, Kumari) are not among them. */
const titles = new Set([
  ...['dr', 'prof', 'mr', 'mrs', 'ms', 'miss', 'shri', 'smt'],
  ...['डॉ', 'प्रो', 'श्री', 'श्रीमती', 'सुश्री'],
])
/** The separators between the words of a name, as in `Dr.Asha` and `A.P.J.`; a hyphen and an apostrophe do not */
const betweenWords = /[\s.,/()]+/
let segmenter: Intl.Segmenter | undefined

/**
 * @returns the first letters of the first and of the last word of a name that has one, as they are read in their script (grapheme
 * clusters), in capitals: none, one or two. No title, digit, sign or emoji
 */
export function initialsOf(name: string): string[] {
  const words = name.split(betweenWords).filter((word) => /\p{L}/u.test(word))
  const named = words.findIndex((word) => !titles.has(word.toLowerCase()))
  const letters = words.slice(Math.max(0, named)).flatMap((word) => firstLetterOf(word) ?? [])
  return [...letters.slice(0, 1), ...letters.slice(1).slice(-1)]
}

function firstLetterOf(word: string): string | undefined {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment } of segmenter.segment(word)) {
    const letter = /\p{L}.*/su.exec(segment)?.[0]
    if (letter) return letter.toUpperCase()
  }
}
