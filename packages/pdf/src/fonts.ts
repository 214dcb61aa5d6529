import { readFileSync } from 'node:fs'

type Doc = PDFKit.PDFDocument
export type Weight = 'regular' | 'bold'
/** A font's name in the document */
export type FontName = string

const inter: Record<Weight, string> = { regular: 'Inter-Regular.otf', bold: 'Inter-SemiBold.otf' }

/** Code points of our subset of Inter (hexadecimal; fonts/README.md has the same list). */
const interRanges = (
  '20-7e a0-148 14a-17f 192 218-21b 2bc 300-304 307 308 30a 30c 323 327 328 331 3b1-3b3 3ba 3bb 1e00-1eff 2010-2015 ' +
  '2018-201e 2020-2022 2026 2030 2032 2033 2039 203a 2070 2071 2074-208e 20ac 20b9 2103 2122 2126 2190-2193 2206 ' +
  '2212 2248 2260 2264 2265 25a1 25b2 25bc 25cf 25c6 2713'
)
  .split(' ')
  .map((range) => range.split('-').map((point) => Number.parseInt(point, 16)))

function isInInter(character: string): boolean {
  const point = character.codePointAt(0) ?? 0
  return interRanges.some(([from = 0, to = from]) => from <= point && point <= to)
}

/** The scripts of India's scheduled languages, except Ol Chiki and Meitei Mayek: one weight, without rare signs. */
const scripts: readonly [RegExp, string][] = [
  [/\p{Script_Extensions=Devanagari}/u, 'NotoSansDevanagari-Regular.woff'],
  [/\p{Script_Extensions=Bengali}/u, 'NotoSansBengali-Regular.woff'],
  [/\p{Script_Extensions=Gujarati}/u, 'NotoSansGujarati-Regular.woff'],
  [/\p{Script_Extensions=Gurmukhi}/u, 'NotoSansGurmukhi-Regular.woff'],
  [/[\p{Script_Extensions=Oriya}--\u0b55]/v, 'NotoSansOriya-Regular.woff'],
  [/\p{Script_Extensions=Tamil}/u, 'NotoSansTamil-Regular.woff'],
  [/[\p{Script_Extensions=Telugu}--[\u0c3c\u0c5c\u0c5d]]/v, 'NotoSansTelugu-Regular.woff'],
  [/[\p{Script_Extensions=Kannada}--[\u0cdc\u0cdd\u0cf3]]/v, 'NotoSansKannada-Regular.woff'],
  [/\p{Script_Extensions=Malayalam}/u, 'NotoSansMalayalam-Regular.woff'],
  [
    /[\p{Script_Extensions=Arabic}--[\u061d\u0870-\u089f\u08b5\u08bf-\u08d2]]/v,
    'NotoSansArabic-Regular.woff',
  ],
]

/** Replaces a grapheme that no font contains. */
export const replacement = '□'

/** @returns the font that contains a grapheme; undefined when none does */
export function fontFor(grapheme: string, weight: Weight): FontName | undefined {
  if ([...grapheme].every(isInInter)) return inter[weight]
  return scripts.find(([script]) => script.test(grapheme))?.[1]
}

export function isInter(font: FontName): boolean {
  return font === inter.regular || font === inter.bold
}

const files = new Map<string, Buffer>()

function fileOf(name: string): Buffer {
  const known = files.get(name)
  if (known) return known
  const file = readFileSync(new URL(`../fonts/${name}`, import.meta.url))
  files.set(name, file)
  return file
}

/** Registers the fonts; a document embeds only the glyphs that it uses. */
export function registerFonts(doc: Doc): void {
  for (const name of Object.values(inter)) doc.registerFont(name, fileOf(name))
  for (const [, name] of scripts) doc.registerFont(name, fileOf(name))
}
