import { type Raster, type RasterPage, rasterisePdf } from '@jaanch/tests/support/rasterise-pdf'
import { readBarcodes } from '@jaanch/tests/support/read-barcodes'
import { readPdf } from '@jaanch/tests/support/read-pdf'
import { describe, expect, it } from 'vitest'
import { labelCode, shortLabelCode } from '../barcode.ts'
import { formats, type Label, renderLabels } from './render-labels.ts'
import type { LabelFormat } from './rules.ts'

const label: Label = {
  ...{ orderNumber: 'JN-2026-000123', tube: 1, tubes: 3, initials: 'A.P.', name: null, ageAndSex: '34 F' },
  ...{ specimen: 'Whole blood', container: 'EDTA (lavender)', date: '2026-11-27' },
}
/** The longest code: an order after a million, a tube after nine */
const longest: Label = { ...label, orderNumber: 'JN-2026-1987654', tube: 12, tubes: 12 }
const render = (labels: Label[], format: LabelFormat, start = 1) =>
  renderLabels({ labels, format, start, createdAt: new Date('2026-11-27T04:00:00Z') })

/** A label printer's; office printers have more */
const dpi = 203
const rasterise = async (labels: Label[], format: LabelFormat, start?: number) =>
  rasterisePdf(await render(labels, format, start), dpi)

/** @param place on the sheet, from 1 */
function cut(page: RasterPage | undefined, place: number): Raster {
  const { width, height } = formats.sheet
  const [column, row] = [(place - 1) % 3, Math.floor((place - 1) / 3)]
  return page?.part(column * width, row * height, width, height) as Raster
}

const isDark = ({ data, width }: Raster, x: number, y: number) => (data[4 * (y * width + x)] ?? 255) < 128
const darkPixels = (picture: Raster) => {
  const { width, height } = picture
  const all = Array.from({ length: width * height }, (_, n) => ({ x: n % width, y: Math.floor(n / width) }))
  return all.filter(({ x, y }) => isDark(picture, x, y))
}

describe('the labels of tubes', () => {
  it('each label of a sheet of 24 reads back as its code, in bars and as a QR code', async () => {
    const labels = Array.from({ length: 24 }, (_, n) => ({
      ...(n === 23 ? longest : label),
      orderNumber: n === 23 ? longest.orderNumber : `JN-2026-${String(n * 41_239).padStart(6, '0')}`,
    }))
    const [sheet, ...others] = await rasterise(labels, 'sheet')
    expect(others).toEqual([])
    for (const [n, { orderNumber, tube }] of labels.entries()) {
      const code = labelCode(orderNumber, tube)
      expect(await readBarcodes(cut(sheet, n + 1))).toEqual({ Code128: [code], QRCode: [code] })
    }
  })

  it('each label of a roll is a page of 50 × 25 mm; its bars leave out the hyphens of the order', async () => {
    const labels = [label, longest]
    const pages = await rasterise(labels, 'roll')
    expect(pages).toHaveLength(2)
    for (const [n, page] of pages.entries()) {
      const { orderNumber, tube } = labels[n] as Label
      expect([page.width, page.height].map(Math.round)).toEqual([50, 25])
      expect(await readBarcodes(page.part(0, 0, 50, 25))).toEqual({
        Code128: [shortLabelCode(orderNumber, tube)],
        QRCode: [labelCode(orderNumber, tube)],
      })
    }
  })

  it('a sheet begins at its first unused label, and goes on on the next sheet', async () => {
    const tubes = [1, 2, 3].map((tube) => ({ ...label, tube }))
    const [first, second, ...others] = await rasterise(tubes, 'sheet', 23)
    expect(others).toEqual([])
    for (const [page, place, tube] of [
      [first, 23, 1] as const,
      [first, 24, 2] as const,
      [second, 1, 3] as const,
    ]) {
      expect(await readBarcodes(cut(page, place))).toMatchObject({ Code128: [`JN-2026-000123-${tube}`] })
    }
    for (const [page, place] of [[first, 1] as const, [first, 22] as const, [second, 2] as const]) {
      expect(darkPixels(cut(page, place))).toEqual([])
    }
  })

  it.each(['sheet', 'roll'] as const)(
    'bars on a %s are 0.25 mm at least, with ten times as much blank beside them',
    async (format) => {
      const { width, height, inset } = formats[format]
      // 20 dots for each mm
      const [page] = await rasterisePdf(await render([longest], format), 508)
      const row = page?.part(0, height - inset.y - 3, width, 1) as Raster
      const edges: number[] = []
      for (let x = 1; x < row.width; x += 1) if (isDark(row, x, 5) !== isDark(row, x - 1, 5)) edges.push(x)
      const bars = edges.slice(1).map((edge, n) => edge - (edges[n] as number))
      expect(Math.min(...bars)).toBeGreaterThanOrEqual(5)
      const blank = Math.min(edges[0] as number, row.width - (edges.at(-1) as number))
      expect(blank).toBeGreaterThanOrEqual(10 * 20 * formats[format].module - 1)
    },
  )

  it.each(['sheet', 'roll'] as const)(
    'what is long stays inside its label on a %s, and leaves the codes readable',
    async (format) => {
      const words = 'Sterile screw-cap container with boric acid preservative, '
      const long = {
        ...longest,
        initials: 'WWWW.WWWW.',
        container: words.repeat(3),
        specimen: words.repeat(3),
      }
      const { width, height, inset } = formats[format]
      const [page] = await rasterise([long], format)
      const picture = page?.part(0, 0, width, height) as Raster
      const { orderNumber, tube } = longest
      expect(await readBarcodes(picture)).toEqual({
        Code128: [formats[format].barText(orderNumber, tube)],
        QRCode: [labelCode(orderNumber, tube)],
      })
      const dots = (mm: number) => (mm * dpi) / 25.4 - 1
      const outside = darkPixels(picture).filter(
        // bars may be wider than the texts: what is blank beside them is tested above
        ({ x, y }) =>
          y < dots(inset.y) ||
          y > picture.height - dots(inset.y) ||
          (y < dots(inset.y + 11) && x < dots(inset.x)) ||
          x > picture.width - dots(0.5),
      )
      expect(outside).toEqual([])
    },
  )

  it('says in words for whom and what the tube is, for screen readers too', async () => {
    const pdf = await readPdf(
      await render([label, { ...label, tube: 2, ageAndSex: '', container: null, specimen: 'Urine' }], 'roll'),
    )
    expect(pdf.pages).toEqual([
      'JN-2026-000123-1 A.P. · 34 F · 27 Nov 2026 EDTA (lavender) Tube 1/3 · Whole blood',
      'JN-2026-000123-2 A.P. · 27 Nov 2026 Urine Tube 2/3',
    ])
    expect(await pdf.rolesOf(1)).toEqual(['Root', 'Document', 'P'])
  })

  it('has name, age and sex where the rule of the lab says so; a long name is cut before age and sex are', async () => {
    const names = ['Kamala Devi Sharma', 'Venkatanarasimharajuvaripeta Subrahmanyeswara Lakshminarayana']
    const { pages } = await readPdf(
      await render(
        names.map((name) => ({ ...label, name, specimen: 'Blood' })),
        'roll',
      ),
    )
    expect(pages[0]).toBe(
      'JN-2026-000123-1 Kamala Devi Sharma · 34 F EDTA (lavender) Tube 1/3 · 27 Nov 2026 · Blood',
    )
    expect(pages[1]).toMatch(/^JN-2026-000123-1 Venkatanarasimharaju.*… · 34 F EDTA/)
  })

  it.each(['sheet', 'roll'] as const)(
    'has room for the longest container of the catalogue on a %s',
    async (format) => {
      const { pages } = await readPdf(
        await render(
          [{ ...label, container: 'SST (yellow) + Fluoride (grey)', specimen: 'Serum + fluoride plasma' }],
          format,
        ),
      )
      expect(pages[0]).toContain('SST (yellow) + Fluoride (grey) Tube 1/3 · Serum + fluoride plasma')
    },
  )
})
