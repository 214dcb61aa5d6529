import { type FontName, fontFor, isInter, replacement, type Weight } from './fonts.ts'
import { colours } from './theme.ts'

type Doc = PDFKit.PDFDocument

export type Style = { size: number; weight?: Weight; colour?: string }

/** Consecutive graphemes in one font. */
type Run = { text: string; font: FontName; width: number }
export type Line = { runs: Run[]; width: number }

/** Tabular figures, so that digits align in columns. Other scripts use their own shaping. */
const figures: PDFKit.Mixins.OpenTypeFeatures[] = ['kern', 'tnum']
/** Any feature makes pdfkit shape the run as a whole; shaped by word, a right-to-left script has the wrong word order. */
const wholeRun: PDFKit.Mixins.OpenTypeFeatures[] = ['kern']
const rightToLeft = /\p{Script=Arabic}/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Smaller letters are not readable on paper. Points */
const smallest = 6

export function lineHeight(size: number): number {
  return size * 1.38
}

/** For figures: the style with a size at which a text without spaces fits the width, but at least 6 points. */
export function shrunk(doc: Doc, text: string, width: number, style: Style): Style {
  const natural = widthOf(doc, text, style)
  if (text.includes(' ') || natural <= width) return style
  return { ...style, size: Math.max(smallest, (style.size * width) / natural - 0.01) }
}

/** For one line: the text with a size at which it fits the width, but at least 6 points; then its end is left out. */
export function fitted(doc: Doc, text: string, width: number, style: Style): { text: string; style: Style } {
  const natural = widthOf(doc, text, style)
  if (natural <= width) return { text, style }
  const small = { ...style, size: Math.max(smallest, (style.size * width) / natural - 0.01) }
  const letters = [...graphemes.segment(text)].map((each) => each.segment)
  let cut = text
  while (letters.length > 0 && widthOf(doc, cut, small) > width) {
    letters.pop()
    cut = `${letters.join('').trimEnd()}…`
  }
  return { text: cut, style: small }
}

/** Breaks a text into lines at spaces, and inside a word only if it is longer than a line. */
export function layOut(doc: Doc, text: string, width: number, style: Style): Line[] {
  return (
    text
      .normalize('NFC')
      // the Greek letter and the micro sign look the same; units use the sign
      .replaceAll('μ', 'µ')
      .split(/\r\n|[\n\r]/)
      .flatMap((paragraph) => breakLines(doc, paragraph, width, style))
      .map((line) => measure(doc, line, style))
  )
}

export function heightOf(lines: readonly Line[], style: Style): number {
  return lines.length * lineHeight(style.size)
}

/** Draws lines below each other. @param y top of the first line */
export function drawLines(doc: Doc, lines: readonly Line[], x: number, y: number, style: Style): void {
  doc.fillColor(style.colour ?? colours.ink)
  for (const [index, line] of lines.entries()) {
    const baseline = y + index * lineHeight(style.size) + style.size * 1.02
    let at = x
    for (const { text, font, width } of line.runs) {
      doc.font(font).fontSize(style.size)
      const isPlain = isInter(font)
      // shaping reorders vowel signs; copying and screen readers use the original text
      if (!isPlain) doc.markContent('Span', { actual: text })
      doc.text(text, at, baseline, { ...optionsOf(text, font), lineBreak: false, baseline: 'alphabetic' })
      if (!isPlain) doc.endMarkedContent()
      at += width
    }
  }
}

/** Draws one line without breaking it. @returns its width */
export function drawLine(doc: Doc, text: string, x: number, y: number, style: Style): number {
  const line = measure(doc, text, style)
  drawLines(doc, [line], x, y, style)
  return line.width
}

export function widthOf(doc: Doc, text: string, style: Style): number {
  return measure(doc, text, style).width
}

function breakLines(doc: Doc, paragraph: string, width: number, style: Style): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(/\s+/).filter((each) => each !== '')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(doc, longer, style) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = widthOf(doc, word, style) <= width ? [word] : breakWord(doc, word, width, style)
    line = pieces.pop() ?? ''
    lines.push(...pieces)
  }
  if (line !== '') lines.push(line)
  return lines
}

/** Breaks a long word after a dash or slash if possible, so that numbers stay whole; otherwise between graphemes. */
function breakWord(doc: Doc, word: string, width: number, style: Style): string[] {
  const parts = word.split(/(?<=[-–/])/)
  const pieces: string[] = []
  let piece = ''
  for (const part of parts) {
    const letters =
      widthOf(doc, part, style) <= width ? [part] : [...graphemes.segment(part)].map((each) => each.segment)
    for (const letter of letters) {
      if (piece !== '' && widthOf(doc, piece + letter, style) > width) {
        pieces.push(piece)
        piece = ''
      }
      piece += letter
    }
  }
  return [...pieces, piece]
}

function measure(doc: Doc, text: string, style: Style): Line {
  const runs = runsOf(text, style.weight ?? 'regular').map((run) => {
    doc.font(run.font).fontSize(style.size)
    return { ...run, width: doc.widthOfString(run.text, optionsOf(run.text, run.font)) }
  })
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) }
}

function runsOf(text: string, weight: Weight): { text: string; font: FontName }[] {
  const runs: { text: string; font: FontName }[] = []
  for (const { segment } of graphemes.segment(text)) {
    const last = runs.at(-1)
    const written = /^[\p{Cc}\s]+$/u.test(segment) ? ' ' : segment
    // a space takes the font of the text before it: a separate run would break the order of a right-to-left line
    const font = written === ' ' && last ? last.font : fontFor(written, weight)
    const letter = font ? written : replacement
    const chosen = font ?? (fontFor(replacement, weight) as FontName)
    if (last?.font === chosen) last.text += letter
    else runs.push({ text: letter, font: chosen })
  }
  return runs
}

function optionsOf(text: string, font: FontName): PDFKit.Mixins.TextOptions {
  if (isInter(font)) return { features: figures }
  return rightToLeft.test(text) ? { features: wholeRun } : {}
}
