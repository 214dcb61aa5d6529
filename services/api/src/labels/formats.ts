import { labelCode, shortLabelCode } from '@jaanch/contracts/custody'
import type { LabelFormat } from '@jaanch/contracts/labels'

type Measures = {
  /** Of one label */
  width: number
  height: number
  columns: number
  rows: number
  /** Nothing is printed nearer to an edge of a label */
  inset: { x: number; y: number }
  /** Width of the narrowest bar (the module, or X dimension) */
  module: number
  barHeight: number
  qrModule: number
  /** Points */
  textSize: number
  /** What the bars say */
  barText: (orderNumber: string, tube: number) => string
}

/**
 * Measures in mm. Sheet: Avery Zweckform 3474, A4 with 3 × 8 labels of 70 × 37 mm that begin at the paper's upper left corner, as in the
 * templates of gLabels (zweckform-iso-templates.xml, part 3474) and LibreOffice (labels.xml, `7000;3700;7000;3700;0;0;3;8`). Printers
 * leave about 4 mm of a sheet blank, hence the inset. Roll: 50 × 25 mm; 0.25 mm are two dots of a printer of 203 dpi, which cannot print
 * what is between one dot and two.
 */
export const formats: Readonly<Record<LabelFormat, Measures>> = {
  sheet: {
    width: 70,
    height: 37,
    columns: 3,
    rows: 8,
    inset: { x: 5, y: 5 },
    module: 0.27,
    barHeight: 11,
    qrModule: 0.6,
    textSize: 8,
    barText: labelCode,
  },
  roll: {
    width: 50,
    height: 25,
    columns: 1,
    rows: 1,
    inset: { x: 1.5, y: 1.5 },
    module: 0.25,
    barHeight: 10,
    qrModule: 0.375,
    textSize: 6.5,
    barText: shortLabelCode,
  },
}

/** Blank modules beside the bars: 10 in ISO/IEC 15417; around a QR code: 4 in ISO/IEC 18004. */
export const quietZone = { bars: 10, qr: 4 } as const

/** @param mm @returns points */
export function points(mm: number): number {
  return (mm * 72) / 25.4
}
