/**
 * Cleans a text that somebody typed or pasted. Characters that show nothing are removed: direction marks, zero-width spaces,
 * soft hyphens, fillers. Two texts that look alike are then equal, and no mark turns the text around it on a report or label.
 *
 * The joiners stay where they change what is seen: behind a character of an Indian script or of Arabic, and within an emoji.
 */
const joiningScripts = [
  ...['Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'],
  ...['Sinhala', 'Meetei_Mayek', 'Ol_Chiki', 'Arabic'],
]
const joiningCharacter = joiningScripts.map((script) => `\\p{Script=${script}}`).join('')
const joined = `[${joiningCharacter}][\\u200c\\u200d]`
const emoji = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?\\u200d?'
/**
 * The characters that Unicode says to ignore if they can't be displayed (Default_Ignorable_Code_Point of UAX #44), with the blank of
 * Braille and the marks of interlinear annotations, which are not among them.
 */
const invisible = '[\\p{Default_Ignorable_Code_Point}\\u2800\\ufff9-\\ufffb]'
const keptOrInvisible = new RegExp(`(${joined}|${emoji})|${invisible}`, 'gu')

/** @returns the text without the characters that show nothing; its line breaks stay */
export function visibleText(text: string): string {
  return text.replace(keptOrInvisible, (_, kept: string | undefined) => kept ?? '')
}

/** @returns the visible text in one line: each run of spaces, tabs and line breaks is one space, and there is none at the ends */
export function oneLine(text: string): string {
  return visibleText(text).replace(/\s+/g, ' ').trim()
}

/** Whether there is something to see: a letter, digit, sign or symbol, not only marks that belong to one. */
export function showsSomething(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)
}
