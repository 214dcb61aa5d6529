import { artifact, type Element, group, tagged } from '@jaanch/pdf/document'
import { drawLine, drawLines, heightOf, type Line, layOut, type Style, shrunk } from '@jaanch/pdf/text'
import { colours, content, sizes } from '@jaanch/pdf/theme'
import { breakPageUnlessFits, colourOf, drawFlag, isCritical, isFlagged, type PageFlow } from './format.ts'
import type { ReportResult, ReportSection } from './report-content.ts'

type Doc = PDFKit.PDFDocument

/** Left edge and width of the columns, points from the content's left edge. */
const columns = {
  name: { x: 8, width: 166 },
  result: { x: 182, width: 62 },
  flag: { x: 250, width: 92 },
  unit: { x: 350, width: 74 },
  interval: { x: 430, width: 77 },
} as const
type Column = keyof typeof columns

const headings: readonly (readonly [Column, string])[] = [
  ['name', 'Test'],
  ['result', 'Result'],
  ['flag', 'Flag'],
  ['unit', 'Unit'],
  ['interval', 'Reference interval'],
]

const padding = 3.6
/** Minimum number of rows on the page of a section's title */
const minRowsBesideTitle = 3
const headingHeight = 18
const titleHeight = 24
const titleStyle: Style = { size: sizes.section, weight: 'bold' }
const headingStyle: Style = { size: sizes.fine, weight: 'bold', colour: colours.soft }
const bodyStyle: Style = { size: sizes.body }
const softStyle: Style = { size: sizes.body, colour: colours.soft }

/** A section's table. Its header is repeated on each following page. */
export function drawSection(flow: PageFlow, section: ReportSection): void {
  const { doc, root } = flow
  const rows = section.results.map((result) => layOutRow(doc, result))
  const first = rows.slice(0, minRowsBesideTitle).reduce((sum, { height }) => sum + height, 0)
  breakPageUnlessFits(flow, titleHeight + headingHeight + first)
  tagged(doc, root, 'H2', () => drawTitle(flow, section.title))
  group(doc, root, 'Table', (table) => {
    drawHeadings(flow, table)
    for (const row of rows) {
      if (breakPageUnlessFits(flow, row.height)) {
        artifact(doc, 'Pagination', () => {
          drawTitle(flow, `${section.title} (continued)`)
          drawHeadings(flow)
        })
      }
      drawRow(flow, table, row)
    }
  })
  flow.y += 12
}

function drawTitle(flow: PageFlow, title: string): void {
  const lines = layOut(flow.doc, title, content.width, titleStyle)
  drawLines(flow.doc, lines, content.left, flow.y + 4, titleStyle)
  flow.y += titleHeight + heightOf(lines.slice(1), titleStyle)
}

/** @param table the parent of the first header; repeated headers are artifacts and have none */
function drawHeadings(flow: PageFlow, table?: Element): void {
  const { doc, y } = flow
  const band = () => doc.rect(content.left, y, content.width, headingHeight).fill(colours.band)
  const draw = ([column, text]: (typeof headings)[number]) =>
    drawLine(doc, text, content.left + columns[column].x, y + 4, headingStyle)
  if (table) {
    artifact(doc, 'Layout', band)
    group(doc, table, 'TR', (row) => {
      for (const heading of headings) tagged(doc, row, 'TH', () => draw(heading), { scope: 'Column' })
    })
  } else {
    band()
    headings.forEach(draw)
  }
  flow.y += headingHeight
}

type Row = {
  result: ReportResult
  height: number
  style: Style
  cells: Readonly<Record<Exclude<Column, 'flag'>, Line[]>>
}

function layOutRow(doc: Doc, result: ReportResult): Row {
  const width = resultWidth(result)
  const style = shrunk(doc, result.text, width, resultStyle(result))
  const cells = {
    name: layOut(doc, result.name, columns.name.width, bodyStyle),
    result: layOut(doc, result.text, width, style),
    unit: layOut(doc, result.unit, columns.unit.width, softStyle),
    interval: layOut(doc, intervalOf(result), columns.interval.width, softStyle),
  }
  const tallest = Math.max(...Object.values(cells).map((lines) => heightOf(lines, bodyStyle)))
  return { result, cells, style, height: tallest + 2 * padding }
}

function intervalOf({ interval, isWidest, isForOtherAges }: ReportResult): string {
  if (isForOtherAges) return 'None for this age'
  return isWidest ? `${interval} *` : interval
}

/** A text extends over empty cells: the description of a smear gets the whole row. */
function resultWidth({ flag, unit, interval }: ReportResult): number {
  const next = isFlagged(flag) ? 'flag' : unit ? 'unit' : interval ? 'interval' : undefined
  const end = next ? columns[next].x - 6 : content.width - 8
  return end - columns.result.x
}

function resultStyle({ flag }: ReportResult): Style {
  return { ...bodyStyle, weight: isFlagged(flag) ? 'bold' : 'regular', colour: colourOf(flag) }
}

function drawRow(flow: PageFlow, table: Element, { result, height, style, cells }: Row): void {
  const { doc } = flow
  const top = flow.y + padding
  const left = (column: Column) => content.left + columns[column].x
  const bottom = flow.y + height
  artifact(doc, 'Layout', () => {
    if (isCritical(result.flag)) {
      doc.rect(content.left, flow.y + 0.25, content.width, height - 0.25).fill(colours.criticalBand)
      doc.rect(content.left, flow.y + 0.25, 2.5, height - 0.25).fill(colours.critical)
    }
    doc.moveTo(content.left, bottom).lineTo(content.left + content.width, bottom)
    doc.lineWidth(0.5).strokeColor(colours.line).stroke()
  })
  group(doc, table, 'TR', (row) => {
    tagged(doc, row, 'TH', () => drawLines(doc, cells.name, left('name'), top, bodyStyle), { scope: 'Row' })
    tagged(doc, row, 'TD', () => drawLines(doc, cells.result, left('result'), top, style))
    tagged(doc, row, 'TD', () => isFlagged(result.flag) && drawFlag(doc, result.flag, left('flag'), top))
    tagged(doc, row, 'TD', () => drawLines(doc, cells.unit, left('unit'), top, softStyle))
    tagged(doc, row, 'TD', () => drawLines(doc, cells.interval, left('interval'), top, softStyle))
  })
  flow.y = bottom
}
