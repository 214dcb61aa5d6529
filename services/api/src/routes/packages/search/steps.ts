import type { AskedWord } from './words.ts'

/**
 * The lexemes by which packages are found (infra/migrations/sql/0011_search.sql): `=` begins a whole name, alias or code,
 * `~` a word of a name, `#` a word of a category, and a word of a name, alias or condition stands as it is.
 */
type Field = '' | '~' | '#'

/**
 * A search as steps, each the text of a tsquery, best first:
 *
 *  1. what has exactly this name, alias or code
 *  2. what has one that begins with these words, then with this text
 *  3. the category of this name
 *  4. what has all words: in its name; in its name, aliases and conditions; the last one unfinished; categories too
 *  5. what has all words but one
 *  6. what has any of the words
 *
 * Weak words ('test', 'for') count in the first two only, for 'sugar test' is an alias and 'test for sugar' is none.
 * @returns none for no words
 */
export function stepsOf(words: readonly AskedWord[]): string[] {
  const known = words.filter(({ known, joined }) => known !== 'not' || joined.length > 0)
  const strong = known.filter((word) => !word.isWeak)
  const asked = strong.length > 0 ? strong : known
  return [...new Set([...stepsOfPhrases(phrasesOf(words), phrasesOf(asked)), ...stepsOfWords(asked)])]
}

/** The words as texts again: as typed, for 'fullbody' is no word, and with each of those that were probably meant. */
function phrasesOf(words: readonly AskedWord[]): string[] {
  const most = Math.max(0, ...words.map(({ meant }) => meant.length))
  const corrected = Array.from({ length: most }, (_, choice) =>
    words.map(({ meant, typed }) => meant[choice] ?? meant[0] ?? typed).join(' '),
  )
  return [words.map(({ typed }) => typed).join(' '), ...corrected]
}

function stepsOfPhrases(...texts: readonly string[][]): string[] {
  const phrases = [...new Set(texts.flat())].filter((phrase) => phrase !== '')
  if (phrases.length === 0) return []
  const together = (phrase: string) => phrase.replaceAll(' ', '')
  return [
    ...phrases.map((phrase) => anyOf([lexeme('=', phrase), lexeme('=', together(phrase))])),
    ...phrases.map((phrase) => beginning('=', `${phrase} `)),
    ...phrases.map((phrase) => anyOf([beginning('=', phrase), beginning('=', together(phrase))])),
    anyOf(phrases.map((phrase) => lexeme('#=', phrase))),
  ]
}

function stepsOfWords(asked: readonly AskedWord[]): string[] {
  if (asked.length === 0) return []
  const whole = wordsAs(asked, [''], false)
  // of 'vit d', whatever has some word that begins with d would be noise
  const long = asked.filter(({ typed }) => typed.length > 2)
  const any = long.length > 0 ? long : asked
  return [
    allOf(wordsAs(asked, ['~'], false)),
    allOf(whole),
    allOf(wordsAs(asked, [''], true)),
    allOf(wordsAs(asked, ['', '#'], true)),
    ...(whole.length > 2 && whole.length < 6
      ? [anyOf(whole.map((_, left) => allOf(whole.toSpliced(left, 1))))]
      : []),
    anyOf(wordsAs(any, [''], false)),
    anyOf(wordsAs(any, ['', '#'], true)),
  ]
}

/** A query for each word, in any of the fields. @param unfinished the last word may go on */
function wordsAs(words: readonly AskedWord[], fields: readonly Field[], unfinished: boolean): string[] {
  const queries = words.map((word, place) => {
    const isLast = place === words.length - 1
    const mayGoOn = unfinished && isLast && goesOn(word, words.length)
    return anyOf(
      fields.flatMap((field) => [
        ...formsOf(word, field),
        ...(mayGoOn ? [beginning(field, word.typed)] : []),
        ...word.joined.map((joined) => lexeme(field, joined)),
      ]),
    )
  })
  return [...new Set(queries)]
}

function formsOf(word: AskedWord, field: Field): string[] {
  if (word.known === 'exact') return [lexeme(field, word.stem)]
  if (word.known === 'beginning') return [beginning(field, word.typed)]
  return word.meant.map((meant) => lexeme(field, meant))
}

/**
 * Whether a word of the catalogue may yet become another: 'ana' becomes 'anaemia'. A longer one hardly does, nor does the
 * one letter of 'vitamin b', of which step 2 takes care; among 100,000 packages what begins with b takes 8 ms to gather.
 */
function goesOn({ typed }: AskedWord, words: number): boolean {
  return typed.length < 5 && (typed.length > 1 || words === 1)
}

function lexeme(mark: string, text: string): string {
  return `'${(mark + text).replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

function beginning(mark: string, text: string): string {
  return `${lexeme(mark, text)}:*`
}

function anyOf(queries: readonly string[]): string {
  const different = [...new Set(queries)]
  return different.length === 1 ? (different[0] ?? '') : `(${different.join(' | ')})`
}

function allOf(queries: readonly string[]): string {
  return queries.length === 1 ? (queries[0] ?? '') : `(${queries.join(' & ')})`
}
