/** Coded results in words, in either format: HL7's CWE and FHIR's CodeableConcept have codes and texts side by side. */
import { sameWord } from '@jaanch/catalogue/parameters/reading'

/** SNOMED CT's qualifier values, for systems that send a code without text. Results that go out have these codes too. */
export const snomedWords: Readonly<Record<string, string>> = {
  260385009: 'Negative',
  10828004: 'Positive',
  131194007: 'Non-reactive',
  11214006: 'Reactive',
  260415000: 'Not detected',
  260373001: 'Detected',
}

/** Findings of SNOMED CT that are results: blood group A, B, AB and O, RhD positive and negative. They are only read. */
const snomedFindings: Readonly<Record<string, string>> = {
  112144000: 'A',
  112149005: 'B',
  165743006: 'AB',
  58460004: 'O',
  165747007: 'Positive',
  165746003: 'Negative',
}

/** Answers of LOINC */
const loincWords: Readonly<Record<string, string>> = {
  'LA6576-8': 'Positive',
  'LA6577-6': 'Negative',
  'LA11882-0': 'Detected',
  'LA11883-8': 'Not detected',
}

/** @returns the word that a code stands for; undefined if the code is not known */
export function wordOfCode(system: 'snomed' | 'loinc', code: string): string | undefined {
  const words = system === 'loinc' ? loincWords : { ...snomedWords, ...snomedFindings }
  return Object.hasOwn(words, code) ? words[code] : undefined
}

/** Flags of HL7 table 0078 and of FHIR's ObservationInterpretation that say a result in a word */
const flagWords: Readonly<Record<string, string>> = {
  POS: 'Positive',
  NEG: 'Negative',
  RR: 'Reactive',
  NR: 'Non-reactive',
  DET: 'Detected',
  ND: 'Not detected',
}

/** @property word the one option that everything said means @property contradiction the options that it means */
export type Meaning = { word: string } | { contradiction: string[] } | { unknown: string } | 'none'

/**
 * The option that a result means. Codes, texts and flags must agree: if they contradict each other, one of them could be "reactive".
 * @param said all texts of the result and the words of its codes
 * @param hints flags and codes of the laboratory's own: they say nothing by themselves, but may contradict
 * @returns `unknown`: a text that is no option, beside one that is; `none`: no text is an option
 */
export function meaningOf(
  said: readonly string[],
  options: readonly string[],
  hints: readonly string[],
): Meaning {
  const optionsIn = (words: readonly string[]) =>
    words.flatMap((word) => options.find((option) => sameWord(option, word)) ?? [])
  const [word] = optionsIn(said)
  if (word === undefined) return 'none'
  const hinted = optionsIn(hints.map((hint) => flagWords[hint] ?? hint))
  const meant = new Set([...optionsIn(said), ...hinted])
  if (meant.size > 1) return { contradiction: [...meant] }
  const unknown = said.find((one) => !options.some((option) => sameWord(option, one)))
  return unknown === undefined ? { word } : { unknown }
}

/** @returns a free text that was said in several forms, such as a code's text and its original: each of them once */
export function joinedText(said: readonly string[]): string {
  const texts = new Map<string, string>()
  for (const text of said.map((one) => one.trim())) {
    const key = text.toLowerCase()
    if (!texts.has(key)) texts.set(key, text)
  }
  return [...texts.values()].join('; ')
}
